// Stones on points of the board.
import type { Cell, Side } from "./geometry";

export interface Placed {
	readonly cell: Cell;
	readonly side: Side;
	/** Which move it was, from 1; none for a stone that stood there from the start. */
	readonly number: number | null;
}

/** The stones that a game begins with. */
export function fromRows(rows: readonly string[] | null): Placed[] {
	return (rows ?? []).flatMap((row, y) =>
		[...row].flatMap((mark, x): Placed[] =>
			mark === "X" || mark === "O" ? [{ cell: [x, y], side: mark, number: null }] : [],
		),
	);
}
