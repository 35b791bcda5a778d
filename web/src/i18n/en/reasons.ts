// English: reasons of moves.
import { list, plural } from "../plural";

const inMoves = (moves: number) => plural(moves, "move", "moves");

export const en = {
	and: "and",
	effects: {
		five: "makes five in a row",
		breakable_five: "makes five in a row, which must be broken at once",
		pairs: "wins by captures",
		breaks: "breaks the five",
		refills: "fills the hole that the capture left",
		open_four: "makes an open four",
		double_four: "makes two fours at once",
		four_three: "makes a four and an open three",
		four: "makes a four",
		double_three: "makes two open threes",
		open_three: "makes an open three",
		takes: "captures",
		stops_five: "stops the five",
		stops_one_five: "stops one of the fives",
		stops_open_four: "stops the open four",
		stops_open_three: "keeps the other side from an open three",
		saves_pair: "saves stones from capture",
		attacks_pair: "threatens to capture",
		three: "makes a three",
		open_two: "builds a two with room on both sides",
		quiet: "makes no direct threat",
	},
	at: (cells: readonly string[]) => `at ${list(cells, "and")}`,
	takes: (cells: readonly string[]) =>
		cells.length === 2 ? `takes the pair ${list(cells, "and")}` : `takes ${list(cells, "and")}`,
	hintTail: "Play it, or choose your own move.",
	hintWins: (moves: number) => `wins in ${inMoves(moves)}`,
	hintWinsBy: (moves: number, did: string) => `wins in ${inMoves(moves)}: it ${did}.`,
	hintLost: (moves: number) => `The other side can still win in ${inMoves(moves)}.`,
	hintLongest: (moves: number) => `holds out longest: the other side can win in ${inMoves(moves)}.`,
	hintAhead: "keeps your lead.",
	hintEven: "keeps the game even.",
	hintBehind: "is the best defence found.",
	hintFirst: "is the centre: from there a row can grow in every direction.",
	hintOpening: "suits the opening.",
	signs: { five: "Five", open_four: "Open four", capture: "Capture" },
};
