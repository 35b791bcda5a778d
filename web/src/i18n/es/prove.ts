// Spanish: proofs on the analysis board.
import type { en } from "../en/prove";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Demostrar",
	intro:
		"Busca, todo el tiempo que quieras, una victoria que ninguna defensa detenga; o las jugadas que resisten una amenaza.",
	looking: "Buscando una victoria forzada",
	stop: "Parar",
	goOn: "Seguir",
	time: "Tiempo",
	refuted: (n) => `${plural(n, "jugada pierde", "jugadas pierden")} con seguridad.`,
	win: (side, n) => `${side} gana por fuerza en ${plural(n, "jugada", "jugadas")}`,
	winText: (move) => `${move}, y toda defensa tiene respuesta.`,
	lossText: "Toda jugada tiene respuesta.",
	threat: (side) => `${side} amenaza con ganar`,
	standing: (n) => `${plural(n, "jugada resiste", "jugadas resisten")} por ahora; todas las demás pierden.`,
	unknown: "Nada demostrado",
	unknownText: (n) => `No hay victoria forzada en ${n} posiciones.`,
	replaced: "Otra demostración tuya más reciente la ha sustituido.",
	lost: "Se ha perdido la conexión. Sigue cuando vuelva.",
	holding: "Jugadas que resisten",
	losing: "Jugadas que pierden",
	threatened: "La amenaza",
	pick: "Cada defensa y su respuesta",
	answered: (reply, move) => `A ${reply} se responde ${move}`,
	others: "cualquier otra",
	wins: "gana",
	inMoves: (n) => `en ${n}`,
	atOnce: "Cualquier otra jugada pierde enseguida.",
	large: "Esto también está demostrado, pero el árbol es demasiado grande. Haz las jugadas y demuéstralo desde allí.",
	impossible: (move) => `${move} no es posible aquí.`,
	defend: "Intentar defender",
	defendNow: "Elige tu defensa en el tablero.",
	add: "Añadir al estudio",
};
