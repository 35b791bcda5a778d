// Replays a list of actions: the position after any of them.
import type { Cell, Side } from "../board/geometry";
import { key, other } from "../board/geometry";
import { fromRows, type Placed } from "../board/placed";
import { turnNumber } from "../i18n/numbers";
import type { Action } from "../wire/messages";

export interface Position {
	readonly stones: readonly Placed[];
	/** The last stone placed. */
	readonly last: Placed | null;
	/** Stones it captured. */
	readonly traces: readonly { cell: Cell; side: Side }[];
	readonly taken: Readonly<Record<Side, number>>;
	readonly fives: readonly (readonly Cell[])[];
	readonly breaks: readonly Cell[];
}

export function positionAt(actions: readonly Action[], ply: number, setup: readonly string[] | null): Position {
	const stones = new Map<string, Placed>(fromRows(setup).map((stone) => [key(stone.cell), stone]));
	const taken = { X: 0, O: 0 };
	let last: Placed | null = null;
	let traces: { cell: Cell; side: Side }[] = [];
	let number = 0;
	for (const action of actions.slice(0, ply)) {
		if (!action.cell) continue;
		number += 1;
		last = { cell: action.cell, side: action.color, number };
		stones.set(key(action.cell), last);
		traces = action.captured.map((cell) => ({ cell, side: other(action.color) }));
		for (const cell of action.captured) stones.delete(key(cell));
		taken[action.color] += action.captured.length;
	}
	const current = actions[ply - 1];
	return {
		stones: [...stones.values()],
		last,
		traces,
		taken,
		fives: current?.fives ?? [],
		breaks: current?.breaks ?? [],
	};
}

/** An action with its move number, for the move list. */
export interface Turn {
	/** The number that it shares with a move of the other side. */
	readonly number: number;
	readonly ply: number;
	readonly action: Action;
}

export const turnsOf = (actions: readonly Action[]): Turn[] => {
	const first = actions.find(({ cell }) => cell)?.color ?? "X";
	let stones = 0;
	return actions.map((action, i) => {
		stones += action.cell ? 1 : 0;
		return { number: turnNumber(stones, first), ply: i + 1, action };
	});
};
