// Czech: what goes on, on the home page.
import type { en } from "../en/life";
import { counted } from "../plural";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	today: "Úloha dne",
	watch: "Sledovat partii",
	rooms: (n) =>
		counted("cs", n, { one: "otevřená místnost", few: "otevřené místnosti", other: "otevřených místností" }),
	wins: (side, moves) => `${side} vyhraje, tahů: ${moves}`,
	save: (side) => `${side} má jedinou obranu`,
	move: (n) => `Tah ${n}`,
	watching: (n) => counted("cs", n, { one: "divák", few: "diváci", other: "diváků" }),
};
