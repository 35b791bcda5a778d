// French: what goes on, on the home page.
import type { en } from "../en/life";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	today: "Problème du jour",
	watch: "Regarder une partie",
	rooms: (n) => plural(n, "salle ouverte", "salles ouvertes"),
	wins: (side, moves) => `${side} gagne en ${moves}`,
	save: (side) => `${side} a une seule défense`,
	move: (n) => `Coup ${n}`,
	watching: (n) => plural(n, "spectateur", "spectateurs"),
};
