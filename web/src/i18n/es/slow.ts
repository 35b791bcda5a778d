// Spanish: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Partidas lentas",
	yourTurn: "Te toca",
	theirTurn: "Le toca al rival",
	left: (time) => `quedan ${time}`,
	against: (who) => `Contra ${who}`,
	vacation: "Vacaciones y avisos",
	vacationText: (left) =>
		`Las vacaciones paran los relojes de todas tus partidas lentas. Un día empezado cuenta. Quedan este año: ${left}.`,
	days: "Días",
	take: "Tomar vacaciones",
	until: (date) => `De vacaciones hasta ${date}`,
	comeBack: "Volver",
	notices: "Avísame cuando me toque",
	noticesText: "Mientras este sitio esté abierto en una pestaña que no miras.",
	noticesAlways: "También cuando este sitio está cerrado.",
	noticesDenied: "Tu navegador no permite avisos de este sitio.",
	plan: "Jugadas condicionales",
	planText:
		"Coloca una jugada del rival, luego tu respuesta, y así sucesivamente. Si ocurre, tu respuesta se juega al instante. Solo tú lo ves.",
	theirMove: "Jugada del rival:",
	yourAnswer: "Tu respuesta:",
	takeBack: "Deshacer",
	addLine: "Añadir la línea",
	removeLine: (moves) => `Quitar ${moves}`,
	begins: "La partida empieza en cuanto alguien se una. No hace falta esperar aquí.",
	away: "De vacaciones",
};
