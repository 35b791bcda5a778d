// Winning chances of Black: of an evaluation, and of the position shown.
import { type Cell, type Side, same } from "../../../board/geometry";
import type { Position, ReviewedMove, ThinkingInfo } from "../../../wire/messages";

/** Evaluation points that mean winning 73 % of the games. */
const SCALE = 200;

/** The winning chance that an evaluation means. */
export const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score / SCALE));

/** The winning chance of the side to move after a move, by the lines of a search; `cells` mirror each other. Null if no line begins there. */
export function chanceAfter(cells: readonly Cell[], info: ThinkingInfo | undefined): number | null {
	const line = info?.lines.find((line) => cells.some((cell) => same(cell, line.cell)));
	return line ? chanceOf(line.score) : null;
}

interface Known {
	readonly position: Position;
	/** The engine's evaluation of it. */
	readonly info: ThinkingInfo | undefined;
	/** The review of the move that led to it. */
	readonly judged: ReviewedMove | undefined;
	/** The winner, if the game is over. */
	readonly winner: Side | null;
}

/** Black's winning chance in a position, from the best available source; null if there is none. */
export function blackChance({ position, info, judged, winner }: Known): number | null {
	if (winner) return winner === "X" ? 1 : 0;
	if (info) return chanceOf(position.to_move === "X" ? info.score : -info.score);
	return judged?.chance ?? null;
}
