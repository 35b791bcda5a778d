// Spanish: what goes on, on the home page.
import type { en } from "../en/life";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	today: "Problema del día",
	watch: "Mirar una partida",
	rooms: (n) => plural(n, "sala abierta", "salas abiertas"),
};
