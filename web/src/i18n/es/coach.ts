// Spanish: the coach, who explains mistakes.
import type { en } from "../en/coach";
import { plural } from "../plural";
import type { Translation } from "../translation";

const inMoves = (n: number): string => `en ${plural(n, "jugada", "jugadas")}`;

export const es: Translation<typeof en> = {
	lets: (own, side, reply, did) => `${own} permite a ${side} jugar ${reply}, que ${did}`,
	letsWin: (own, side, reply, moves) => `${own} deja que ${side} gane ${inMoves(moves)} con ${reply}`,
	letsWinBy: (own, side, reply, moves, did) =>
		`${own} deja que ${side} gane ${inMoves(moves)} con ${reply}, que ${did}`,
	wouldWin: (move, moves) => `${move} ganaba ${inMoves(moves)}`,
	wouldWinBy: (move, moves, did) => `${move} ganaba ${inMoves(moves)}: ${did}`,
	wouldPrevent: (move) => `${move} lo habría impedido`,
	wouldDo: (move, did) => `${move} era mejor: ${did}`,
	wasBetter: (move) => `${move} era mejor`,
	both: (first, second) => `${first}; ${second}`,
	turningPoint: "Punto de inflexión:",
	mistakes: (n) => (n ? plural(n, "error", "errores") : "sin errores"),
	learn: "Aprender de los errores",
	learnOwn: "Aprender de tus errores",
	noMistakes: "No se encontraron errores.",
	sharePicture: "Compartir imagen",
	mistakeOf: (n, total) => `Error ${n} de ${total}`,
	findBetter: "Encuentra una jugada mejor",
	playedHere: (side, move) => `${side} jugó ${move} aquí.`,
	right: "Buena jugada",
	rightAlso: (move, best) => `${move} también es buena; el ordenador prefiere ${best}.`,
	wrong: "No es suficiente",
	gives: (move, percent) => `${move} cede un ${percent} %.`,
	showMove: "Mostrar la jugada",
	next: "Siguiente error",
	finish: "Terminar",
	found: (n, total) => `Encontraste ${n} de ${total}.`,
	atFirst: (n) => `${n} al primer intento.`,
	startLearning: "Empezar",
};
