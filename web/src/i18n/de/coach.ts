// German: the coach, who explains mistakes.
import type { en } from "../en/coach";
import { plural } from "../plural";
import type { Translation } from "../translation";

const inMoves = (n: number): string => `in ${plural(n, "Zug", "Zügen")}`;

export const de: Translation<typeof en> = {
	lets: (own, side, reply, did) => `Nach ${own} kann ${side} ${reply} spielen: Der Zug ${did}`,
	letsWin: (own, side, reply, moves) => `Nach ${own} gewinnt ${side} mit ${reply} ${inMoves(moves)}`,
	letsWinBy: (own, side, reply, moves, did) =>
		`Nach ${own} gewinnt ${side} mit ${reply} ${inMoves(moves)}: Der Zug ${did}`,
	wouldWin: (move, moves) => `${move} hätte ${inMoves(moves)} gewonnen`,
	wouldWinBy: (move, moves, did) => `${move} hätte ${inMoves(moves)} gewonnen: Der Zug ${did}`,
	wouldPrevent: (move) => `${move} hätte das verhindert`,
	wouldDo: (move, did) => `${move} war besser: Der Zug ${did}`,
	wasBetter: (move) => `${move} war besser`,
	both: (first, second) => `${first}; ${second}`,
	turningPoint: "Wendepunkt:",
	mistakes: (n) => (n ? plural(n, "Fehler", "Fehler") : "keine Fehler"),
	learn: "Aus den Fehlern lernen",
	learnOwn: "Aus deinen Fehlern lernen",
	noMistakes: "Keine Fehler gefunden.",
	sharePicture: "Bild teilen",
	mistakeOf: (n, total) => `Fehler ${n} von ${total}`,
	findBetter: "Finde einen besseren Zug",
	playedHere: (side, move) => `${side} hat hier ${move} gespielt.`,
	right: "Ein guter Zug",
	rightAlso: (move, best) => `${move} ist auch gut; die Engine zieht ${best} vor.`,
	wrong: "Nicht gut genug",
	gives: (move, percent) => `${move} verschenkt ${percent} %.`,
	showMove: "Zug zeigen",
	next: "Nächster Fehler",
	finish: "Fertig",
	found: (n, total) => `Du hast ${n} von ${total} gefunden.`,
	atFirst: (n) => `${n} beim ersten Versuch.`,
	startLearning: "Los",
};
