// The first minute: three positions with one move to find each. The server says what a move does.
import { type Signal, signal } from "@preact/signals";
import type { Cell, Side } from "../board/geometry";
import { key, same } from "../board/geometry";
import { DEFAULT_RULES } from "../wire/catalogue";
import { postJson } from "../wire/http";
import type { StudyView } from "../wire/messages";
import { FIRST_ROWS } from "./firstVisit";

const SIZE = 19;
const pad = (rows: readonly string[]): string[] =>
	Array.from({ length: SIZE }, (_, y) => (rows[y] ?? "").padEnd(SIZE, "."));

export interface Step {
	readonly rows: readonly string[];
	readonly toMove: Side;
	/** Moves that lead to the position. */
	readonly moves: readonly Cell[];
	/** What is to be done: take stones, break a five, or try a forbidden point. */
	readonly goal: "take" | "break" | "forbidden";
	/** The open threes that the forbidden point would make, by their ends. */
	readonly threes?: readonly (readonly [Cell, Cell])[];
}

export const STEPS: readonly Step[] = [
	{ rows: FIRST_ROWS, toMove: "X", moves: [], goal: "take" },
	{
		rows: [...Array(8).fill(""), "......X....X", "........OOOOX", "........X..O.X"],
		toMove: "O",
		moves: [[7, 9]],
		goal: "break",
	},
	{
		rows: [...Array(8).fill(""), ".......OO..X", "......O....X.O", ".........XX"],
		toMove: "X",
		moves: [],
		goal: "forbidden",
		threes: [
			[
				[9, 10],
				[11, 10],
			],
			[
				[11, 8],
				[11, 10],
			],
		],
	},
];

/** The cells of which one is to be played, by the rules. */
export function targets(view: StudyView, goal: Step["goal"]): readonly Cell[] {
	if (goal === "take") return view.takes.map(({ cell }) => cell);
	return goal === "break" ? view.breaks : view.forbidden.map(({ cell }) => cell);
}

export class Minute {
	/** Number of the step, from 0. */
	readonly step = signal(0);
	/** The position on the board; null while it is on its way. */
	readonly view = signal<StudyView | null>(null);
	/** The last stone on it. */
	readonly last = signal<Cell | null>(null);
	/** The step is done: the text says what happened. */
	readonly done = signal(false);
	/** A cell that was tried and is wrong, or forbidden. */
	readonly refused: Signal<Cell | null> = signal(null);
	private busy = false;

	get asked(): Step {
		return STEPS[this.step.value]!;
	}

	/** The cells to play now, by the rules. */
	get targets(): readonly Cell[] {
		const view = this.view.value;
		return view && !this.done.value ? targets(view, this.asked.goal) : [];
	}

	/** Show a step from its start. Throws if the request fails. */
	async begin(step: number): Promise<void> {
		const { moves } = STEPS[step]!;
		const view = await this.look(STEPS[step]!, moves);
		this.step.value = step;
		this.done.value = false;
		this.refused.value = null;
		this.last.value = moves.at(-1) ?? null;
		this.view.value = view;
	}

	/** Play a cell; true if it was a right one. */
	async play(cell: Cell): Promise<boolean> {
		if (this.busy || this.done.value || !this.view.value) return false;
		if (!this.targets.some((target) => same(target, cell))) {
			this.refused.value = cell;
			return false;
		}
		const { goal, moves } = this.asked;
		if (goal === "forbidden") this.refused.value = cell;
		else {
			this.busy = true;
			try {
				this.view.value = await this.look(this.asked, [...moves, cell]);
			} finally {
				this.busy = false;
			}
			this.refused.value = null;
			this.last.value = cell;
		}
		this.done.value = true;
		return true;
	}

	private look({ rows, toMove }: Step, moves: readonly Cell[]): Promise<StudyView> {
		const start = { rules: DEFAULT_RULES, rows: pad(rows), to_move: toMove, taken: [0, 0] };
		return postJson("/api/study/look", { start, moves });
	}
}

/** What lay on the cells that the last move took. */
export function tracesOf(step: Step, view: StudyView): { cell: Cell; side: Side }[] {
	const before = pad(step.rows);
	const gone = new Set(view.captured.map(key));
	return view.captured.flatMap((cell) => {
		const side = before[cell[1]]![cell[0]];
		return gone.has(key(cell)) && (side === "X" || side === "O") ? [{ cell, side }] : [];
	});
}
