// Czech: the coach, who explains mistakes.
import type { en } from "../en/coach";
import { counted } from "../plural";
import type { Translation } from "../translation";
import { inside, within } from "./grammar";

export const cs: Translation<typeof en> = {
	lets: (own, side, reply, did) => `Po ${own} může ${inside(side)} hrát ${reply}: tah ${did}`,
	letsWin: (own, side, reply, moves) => `Po ${own} vyhraje ${inside(side)} tahem ${reply} ${within(moves)}`,
	letsWinBy: (own, side, reply, moves, did) =>
		`Po ${own} vyhraje ${inside(side)} tahem ${reply} ${within(moves)}: tah ${did}`,
	wouldWin: (move, moves) => `${move} by vyhrálo ${within(moves)}`,
	wouldWinBy: (move, moves, did) => `${move} by vyhrálo ${within(moves)}: tah ${did}`,
	wouldPrevent: (move) => `${move} by tomu zabránilo`,
	wouldDo: (move, did) => `${move} bylo lepší: tah ${did}`,
	wasBetter: (move) => `${move} bylo lepší`,
	both: (first, second) => `${first}; ${second}`,
	turningPoint: "Zlom:",
	mistakes: (n) => (n ? counted("cs", n, { one: "chyba", few: "chyby", other: "chyb" }) : "bez chyb"),
	learn: "Poučit se z chyb",
	learnOwn: "Poučit se ze svých chyb",
	noMistakes: "Žádné chyby nenalezeny.",
	sharePicture: "Sdílet obrázek",
	mistakeOf: (n, total) => `Chyba ${n} z ${total}`,
	findBetter: "Najděte lepší tah",
	playedHere: (side, move) => `Zde hrál ${inside(side)} ${move}.`,
	right: "Dobrý tah",
	rightAlso: (move, best) => `${move} je také dobré; počítač dává přednost ${best}.`,
	wrong: "Nestačí to",
	gives: (move, percent) => `${move} ztrácí ${percent} %.`,
	showMove: "Ukázat tah",
	next: "Další chyba",
	finish: "Dokončit",
	found: (n, total) => `Nalezeno ${n} z ${total}.`,
	atFirst: (n) => `Na první pokus: ${n}.`,
	startLearning: "Začít",
};
