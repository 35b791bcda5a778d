// Spanish: what goes on, on the home page.
import type { en } from "../en/life";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	today: "Problema del día",
	watch: "Mirar una partida",
	rooms: (n) => plural(n, "sala abierta", "salas abiertas"),
	wins: (side, moves) => `${side} gana en ${moves}`,
	save: (side) => `${side} tiene una sola defensa`,
	move: (n) => `Jugada ${n}`,
	watching: (n) => plural(n, "espectador", "espectadores"),
};
