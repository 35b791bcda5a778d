// Spanish: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Búsquedas abiertas",
	accept: "Aceptar",
	rated: "Con puntos",
	casual: "Amistosa",
	either: "Da igual",
	wishes: "Más deseos",
	alsoRules: "Estas reglas también valen",
	kind: "Partida",
	order: "Quién empieza",
	iFirst: "Yo",
	theyFirst: "El rival",
	byLot: "Al azar",
	rating: "Puntuación del rival",
	least: "Desde",
	most: "Hasta",
	nobody: "Aún no espera nadie. Mientras tanto puedes jugar contra:",
	computer: "El ordenador, ahora",
	bot: "Bot",
	guest: "Invitado",
	bullet: "Bala",
	blitz: "Relámpago",
	rapid: "Rápida",
	slow: "Lenta",
	waiting: (n) => `${n} esperan`,
};
