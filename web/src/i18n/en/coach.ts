// English: the coach, who explains mistakes.
import { plural } from "../plural";

export const en = {
	lets: (own: string, side: string, reply: string, did: string) => `${own} lets ${side} play ${reply}, which ${did}`,
	letsWin: (own: string, side: string, reply: string, moves: number) =>
		`${own} lets ${side} win in ${moves} with ${reply}`,
	letsWinBy: (own: string, side: string, reply: string, moves: number, did: string) =>
		`${own} lets ${side} win in ${moves} with ${reply}, which ${did}`,
	wouldWin: (move: string, moves: number) => `${move} would have won in ${moves}`,
	wouldWinBy: (move: string, moves: number, did: string) => `${move} would have won in ${moves}: it ${did}`,
	wouldPrevent: (move: string) => `${move} would have prevented that`,
	wouldDo: (move: string, did: string) => `${move} was better: it ${did}`,
	wasBetter: (move: string) => `${move} was better`,
	both: (first: string, second: string) => `${first}; ${second}`,
	turningPoint: "Turning point:",
	mistakes: (n: number) => (n ? plural(n, "mistake", "mistakes") : "no mistakes"),
	learn: "Learn from the mistakes",
	learnOwn: "Learn from your mistakes",
	noMistakes: "No mistakes found.",
	sharePicture: "Share picture",
	mistakeOf: (n: number, total: number) => `Mistake ${n} of ${total}`,
	findBetter: "Find a better move",
	playedHere: (side: string, move: string) => `${side} played ${move} here.`,
	right: "A good move",
	rightAlso: (move: string, best: string) => `${move} is good too; the engine prefers ${best}.`,
	wrong: "Not good enough",
	gives: (move: string, percent: number) => `${move} gives away ${percent} %.`,
	showMove: "Show the move",
	next: "Next mistake",
	finish: "Finish",
	found: (n: number, total: number) => `You found ${n} of ${total}.`,
	atFirst: (n: number) => `${n} at the first try.`,
	startLearning: "Start",
};
