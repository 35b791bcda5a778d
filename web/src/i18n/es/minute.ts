// Spanish: the first minute, and the player’s level.
import type { en } from "../en/minute";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	label: "El primer minuto",
	count: (n, all) => `${n} de ${all}`,
	newHere: "¿Primera vez?",
	showMe: "Muéstrame",
	skip: "Saltar",
	next: "Siguiente",
	play: "Jugar una partida",
	close: "Cerrar",
	notHere: "Ahí no. Juega en la casilla marcada.",
	board: "Tablero de prueba: las flechas mueven, Intro juega",
	steps: [
		{
			title: "Captura el par",
			text: "Dos piedras entre dos tuyas salen del tablero. Juega en la casilla marcada.",
			done: "El par es tuyo. Cinco pares ganan la partida. Los tuyos también se pueden capturar.",
		},
		{
			title: "Rompe el cinco",
			text: "Blanco tiene cinco en línea, pero una se puede capturar con su vecina. Juega en la cruz.",
			done: "La línea está rota y la partida sigue. Un cinco que nadie puede romper gana.",
		},
		{
			title: "Una casilla prohibida",
			text: "Tres en línea con los extremos libres es un tres abierto. Dos a la vez no se permiten: prueba.",
			done: "El tablero lo marca. Ahora juega: cinco en línea ganan.",
		},
	],
	matched: "A tu nivel",
	estimate: (level, off, games) => `${level} ± ${off} tras ${plural(games, "partida", "partidas")}`,
	unknown: (level) => `Empieza en el nivel ${level}`,
	counts: "Cuentan las partidas terminadas, salvo con jugadas deshechas o pistas.",
	customRules: "Las partidas con reglas cambiadas no cuentan.",
	change: (before, after, off) => `Tu nivel: ${before} → ${after} ± ${off}`,
	nextLevel: (level) => `Próxima: nivel ${level}.`,
	uncounted: {
		undone: "No cuenta para tu nivel: se deshizo una jugada.",
		hint: "No cuenta para tu nivel: pediste una pista.",
		seats: "No cuenta para tu nivel: los jugadores cambiaron durante la partida.",
		setup: "No cuenta para tu nivel: la partida no empezó con el tablero vacío.",
		rules: "No cuenta para tu nivel: las reglas eran otras.",
		short: "No cuenta para tu nivel: la partida fue demasiado corta.",
	},
};
