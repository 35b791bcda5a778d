// French: what goes on, on the home page.
import type { en } from "../en/life";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	today: "Problème du jour",
	watch: "Regarder une partie",
	rooms: (n) => plural(n, "salle ouverte", "salles ouvertes"),
};
