// Spanish: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Ver partidas",
	none: "No se juega ninguna partida",
	noneText: "Aquí se ven las partidas de las salas públicas mientras se juegan.",
	over: "Ha terminado.",
	begins: "Empieza.",
	players: "Jugadores",
	viewers: "Espectadores",
	apart: "Mientras se juega, los jugadores no ven lo que escriben los espectadores.",
	several: "Varias partidas a la vez",
};
