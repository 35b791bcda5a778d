// Summary of a finished review: the turning point, and the mistakes of each side.
import type { Cell, Side } from "../../../board/geometry";
import type { Review, ReviewedMove } from "../../../wire/messages";

/** Winning chance from which a side counts as winning. */
const WINNING = 0.75;

/** The number, from 1, of the move after which the winner was winning to the end; null if there is none. */
export function tippedAt({ start_chance, moves }: Review, winner: Side | null): number | null {
	if (!winner) return null;
	const chances = [start_chance, ...moves.map(({ chance }) => chance)];
	const isWinning = (chance: number): boolean => (winner === "X" ? chance : 1 - chance) > WINNING;
	const before = chances.findLastIndex((chance) => !isWinning(chance));
	return before < 0 || before === chances.length - 1 ? null : before + 1;
}

/** The side that was winning at the end; null if neither was. */
export function leaderOf({ start_chance, moves }: Review): Side | null {
	const chance = moves.at(-1)?.chance ?? start_chance;
	return chance > WINNING ? "X" : chance < 1 - WINNING ? "O" : null;
}

export interface Mistake {
	/** From 1. */
	readonly number: number;
	readonly move: ReviewedMove;
}

/** The mistakes and blunders of some sides for which a better move is known. */
export const mistakesOf = ({ moves }: Review, sides: readonly Side[]): Mistake[] =>
	moves.flatMap((move, i) =>
		(move.grade === "mistake" || move.grade === "blunder") && move.best && sides.includes(move.color)
			? [{ number: i + 1, move }]
			: [],
	);

/** The costliest of them, as many as asked for, in the order of the game. */
export const worstOf = (mistakes: readonly Mistake[], most: number): Mistake[] =>
	mistakes
		.toSorted((a, b) => b.move.loss - a.move.loss)
		.slice(0, most)
		.toSorted((a, b) => a.number - b.number);

/** The part of a board around a cell, and the cell in it. */
export function cropAround(
	rows: readonly string[],
	[x, y]: Cell,
	width: number,
	height: number,
): { rows: string[]; cell: Cell } {
	const start = (at: number, size: number, all: number): number =>
		Math.max(0, Math.min(all - size, at - Math.floor(size / 2)));
	const [left, top] = [start(x, width, rows[0]!.length), start(y, height, rows.length)];
	return {
		rows: rows.slice(top, top + height).map((row) => row.slice(left, left + width)),
		cell: [x - left, y - top],
	};
}
