// German: what goes on, on the home page.
import type { en } from "../en/life";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	today: "Aufgabe des Tages",
	watch: "Einer Partie zuschauen",
	rooms: (n) => plural(n, "offener Raum", "offene Räume"),
	wins: (side, moves) => `${side} gewinnt in ${plural(moves, "Zug", "Zügen")}`,
	save: (side) => `${side} hat nur eine Verteidigung`,
	move: (n) => `Zug ${n}`,
	watching: (n) => `${n} schauen zu`,
};
