// Stones on points of the board.
import type { Cell, Side } from "./geometry";

export interface Placed {
	readonly cell: Cell;
	readonly side: Side;
	/** Move number, from 1; null for a stone of the starting position. */
	readonly number: number | null;
}

/** The stones in rows of text: `X`, `O` and `.`. */
export function fromRows(rows: readonly string[] | null): Placed[] {
	return (rows ?? []).flatMap((row, y) =>
		[...row].flatMap((mark, x): Placed[] =>
			mark === "X" || mark === "O" ? [{ cell: [x, y], side: mark, number: null }] : [],
		),
	);
}
