// Winning chances of Black: of an evaluation, and of the position shown.
import type { Side } from "../../board/geometry";
import type { Position, ReviewedMove, ThinkingInfo } from "../../wire/messages";

/** Evaluation points that mean winning 73 % of the games. */
const SCALE = 200;

/** The winning chance that an evaluation means. */
export const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score / SCALE));

interface Known {
	readonly position: Position;
	/** What the engine found there. */
	readonly info: ThinkingInfo | undefined;
	/** What the review said of the move that led there. */
	readonly judged: ReviewedMove | undefined;
	/** Who has won there. */
	readonly winner: Side | null;
}

/** Black's winning chance in a position, by the best that is known; null if nothing is. */
export function blackChance({ position, info, judged, winner }: Known): number | null {
	if (winner) return winner === "X" ? 1 : 0;
	if (info) return chanceOf(position.to_move === "X" ? info.score : -info.score);
	return judged?.chance ?? null;
}
