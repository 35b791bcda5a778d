// The verdict on a wrong move, in words: only what the server has played or proved.
import type { Cell } from "../../board/geometry";
import { puzzleWords } from "../../i18n/puzzles";
import type { Puzzle, PuzzleAnswer } from "../../wire/messages";

export const movesIn = (plies: number): number => Math.ceil(plies / 2);

/** Why the move was wrong. `enemy`: the name of the other side's stones. */
export function wrongText(
	kind: Puzzle["kind"],
	{ line, view, left }: Pick<PuzzleAnswer, "line" | "left"> & { view: Pick<PuzzleAnswer["view"], "winner" | "status"> },
	enemy: string,
	name: (cell: Cell) => string,
): string {
	const words = puzzleWords.value;
	const [own, reply] = line;
	const move = name(own!.cell);
	if (view.winner) return reply ? words.wrongAnswered(move, enemy, name(reply.cell)) : words.wrongStands(enemy);
	if (view.status === "draw") return words.wrongDraw;
	if (kind === "save") return words.wrongSave(move);
	return left !== null && left < 0 ? words.wrongLoses(move, enemy, movesIn(-left)) : words.wrongWin(move);
}
