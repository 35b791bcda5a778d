// Spanish: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Lo que jugaron otros",
	source: "Origen",
	sources: {
		mine: "Mías",
		server: "Este servidor",
		imported: "Importadas",
		collections: "Colecciones",
		engine: "Motor",
	},
	move: "Jugada",
	games: "Partidas",
	results: "Resultados",
	rating: "Puntuación",
	play: (move) => `Jugar ${move}`,
	share: (black, draws, white) => `Negro ganó el ${black} %, tablas el ${draws} %, Blanco ganó el ${white} %`,
	none: "Ninguna partida ha pasado por aquí. Las posiciones giradas o reflejadas cuentan como una sola.",
	symmetric: "Las posiciones giradas o reflejadas cuentan como una sola.",
	failed: "No se han podido consultar las partidas. Inténtalo de nuevo.",
	thisLine: "Esta línea",
	gamesHere: "Partidas desde aquí",
	ratingOfBoth: "Puntuación de ambos",
	anyRating: "Toda puntuación",
	clock: "Reloj",
	tempos: { any: "Cualquier reloj", quick: "Rápida", long: "Larga", days: "Días por jugada", unlimited: "Sin reloj" },
	engineNow: (depth) => `Según el motor ahora, profundidad ${depth}`,
};
