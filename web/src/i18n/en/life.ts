// English: what goes on, on the home page.
import { plural } from "../plural";

export const en = {
	today: "Today’s puzzle",
	watch: "Watch a game",
	rooms: (n: number) => plural(n, "open room", "open rooms"),
	wins: (side: string, moves: number) => `${side} wins in ${moves}`,
	save: (side: string) => `${side} has one defence`,
	move: (n: number) => `Move ${n}`,
	watching: (n: number) => `${n} watching`,
};
