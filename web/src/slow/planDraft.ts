// Draft of conditional moves: lines of cells that begin with a move of the opponent.
import { type Cell, key, other, type Side } from "../board/geometry";
import type { Placed } from "../board/placed";

export type PlanLine = readonly Cell[];

/** The stones of a position with those of a line on top, numbered from 1. */
export function withLine(stones: readonly Placed[], line: PlanLine, first: Side): Placed[] {
	const added = line.map((cell, i): Placed => ({ cell, side: i % 2 ? other(first) : first, number: i + 1 }));
	return [...stones.map((stone) => ({ ...stone, number: null })), ...added];
}

/** The line with one more move; unchanged if the cell is occupied. */
export function extended(stones: readonly Placed[], line: PlanLine, cell: Cell): PlanLine {
	const taken = new Set([...stones.map((stone) => key(stone.cell)), ...line.map(key)]);
	return taken.has(key(cell)) ? line : [...line, cell];
}

/** Whether a line ends with an answer. */
export const isWhole = (line: PlanLine): boolean => line.length > 0 && line.length % 2 === 0;
