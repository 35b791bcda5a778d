// Store of the study: move tree, node shown, and position being set up. Kept in this browser.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { type Cell, nameOf as cellName, type Side, same } from "../../board/geometry";
import { isTurn, type Turn, UPRIGHT } from "../../board/turn";
import { recall, remember } from "../../browser/storage";
import { moveNumber } from "../../i18n/numbers";
import { DEFAULT_RULES } from "../../wire/catalogue";
import { ApiError } from "../../wire/http";
import type { Letter, Position, Study, StudyView } from "../../wire/messages";
import { walk } from "../thinking/api";
import { fetchView } from "./api";
import {
	cellsTo,
	EMPTY,
	endOf,
	fromStudy,
	MAX_MOVES,
	mainLine,
	pathTo,
	placeOf,
	promoted,
	spotAt,
	type Tree,
	toNodes,
	withComment,
	withMove,
	without,
} from "./moveTree";

export type Tool = Side | "erase";

/** A position being set up. */
export interface Draft {
	readonly position: Position;
	readonly tool: Tool;
	/** The server's verdict on it. */
	readonly view: StudyView | null;
	readonly problem: "position" | "rules" | "unreachable" | null;
}

interface Names {
	readonly black: string;
	readonly white: string;
	readonly title: string;
	readonly result: string;
	readonly date: string;
	/** The file it came from, in which the server writes the study's changes. */
	readonly source: string;
}

/** Where the study is stored on the server. */
export interface Address {
	readonly id: string;
	/** The version that the server has. */
	readonly version: number;
	/** Whether it equals the study on the board. */
	readonly saved: boolean;
	/** Whether a save is unanswered: it may have been stored. */
	readonly sent?: boolean;
}

/** Debounce for saving. */
const SAVE_AFTER_MS = 300;
const NOBODY: Names = { black: "", white: "", title: "", result: "", date: "", source: "" };

export function emptyPosition(rules: string, width: number, height = width): Position {
	return { rules, rows: Array<string>(height).fill(".".repeat(width)), to_move: "X", taken: [0, 0] };
}

/** A study without a move. */
export const blankStudy = (start: Position): Study => ({
	start,
	nodes: toNodes(EMPTY, () => ""),
	...NOBODY,
	dropped: 0,
});

export class StudyStore {
	readonly start = signal<Position>(emptyPosition(DEFAULT_RULES, 19));
	readonly tree = signal<Tree>(EMPTY);
	readonly at = signal(0);
	/** How the board lies. Moves, comments and files do not change with it. */
	readonly turn = signal<Turn>(UPRIGHT);
	readonly names = signal<Names>(NOBODY);
	/** Null for a study that is not stored yet. */
	readonly address = signal<Address | null>(null);
	/** The game that it was made of. */
	readonly room = signal<string | null>(null);
	/** How many studies were put on the board. */
	readonly opened = signal(0);
	readonly draft = signal<Draft | null>(null);
	readonly refusal = signal<{ cell: Cell; reason: string } | null>(null);
	/** A move sent but not yet confirmed. */
	readonly pending = signal<{ cell: Cell; side: Side } | null>(null);
	/** The server's view of the position shown. */
	readonly view = signal<StudyView | null>(null);
	#views = new Map<string, StudyView>();
	#saving = 0;
	/** Save pending changes now. */
	#save = () => {};

	readonly spot = computed(() => spotAt(this.start.value, this.tree.value, this.at.value));
	readonly main = computed(() => mainLine(this.tree.value));
	readonly size = computed(() => {
		const { rows } = this.draft.value?.position ?? this.start.value;
		return { width: rows[0]?.length ?? 19, height: rows.length };
	});
	readonly cells = computed(() => cellsTo(this.tree.value, this.at.value));
	/** The position shown, for the engine. */
	readonly position = computed<Position>(() => {
		const { rows, side, taken } = this.spot.value;
		return { rules: this.start.value.rules, rows, to_move: side, taken };
	});

	constructor() {
		this.#restore(recall("study"));
		effect(() => this.#see());
		effect(() => this.#keep());
		// Save when the page is left before the debounce is over.
		addEventListener("pagehide", () => this.#save());
	}

	/** The number of the move that leads to a node: "17.", "17…". */
	numberOf(node: number): string {
		const stone = pathTo(this.tree.value, node).length;
		return moveNumber(stone, this.tree.value[node]!.color!, this.start.value.to_move);
	}

	/** A move with its number: "17. M7". */
	nameOf(node: number): string {
		return `${this.numberOf(node)} ${cellName(this.tree.value[node]!.cell!, this.size.value)}`;
	}

	// --- navigation ---

	go(node: number): void {
		batch(() => {
			this.at.value = Math.max(0, Math.min(node, this.tree.value.length - 1));
			this.refusal.value = null;
		});
	}

	back(): void {
		const { parent } = this.tree.value[this.at.value]!;
		if (parent >= 0) this.go(parent);
	}

	/** To the first child. */
	forward(): void {
		const next = this.tree.value[this.at.value]!.children[0];
		if (next !== undefined) this.go(next);
	}

	toStart(): void {
		this.go(0);
	}

	toEnd(): void {
		this.go(endOf(this.tree.value, this.at.value));
	}

	/** To a sibling of the move shown. */
	sideways(by: number): void {
		const { parent } = this.tree.value[this.at.value]!;
		if (parent < 0) return;
		const brothers = this.tree.value[parent]!.children;
		const next = brothers[brothers.indexOf(this.at.value) + by];
		if (next !== undefined) this.go(next);
	}

	// --- editing ---

	/** Play a move: go to it if it exists, or else ask the server whether it is legal. */
	async play(cell: Cell): Promise<boolean> {
		const [at, tree] = [this.at.value, this.tree.value];
		const known = tree[at]!.children.find((child) => same(tree[child]!.cell, cell));
		if (known !== undefined) {
			this.go(known);
			return true;
		}
		if (this.pending.value || tree.length >= MAX_MOVES) return false;
		const { side } = this.spot.value;
		const closed = this.view.value?.forbidden.find((shut) => same(shut.cell, cell));
		this.refusal.value = closed ? { cell, reason: closed.reason } : null;
		if (closed) return false;
		this.pending.value = { cell, side };
		try {
			const view = await fetchView(this.start.value, [...this.cells.value, cell]);
			if (this.tree.value !== tree) return false;
			const [next, number] = withMove(tree, at, { cell, color: side, captured: view.captured });
			batch(() => {
				this.tree.value = next;
				this.#views.set(keyOf(this.start.value, cellsTo(next, number)), view);
				this.at.value = number;
			});
			return true;
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			this.refusal.value = { cell, reason: error.reason };
			return false;
		} finally {
			this.pending.value = null;
		}
	}

	/** Add moves, as far as they are legal, as a variation after node `from`, and show the first of them unless another one was chosen meanwhile. */
	async add(from: number, cells: readonly Cell[]): Promise<void> {
		this.go(from);
		const before = this.tree.value;
		try {
			const steps = await walk(this.position.value, cells);
			if (this.tree.value !== before) return;
			let [tree, at, first] = [before, from, from];
			for (const { cell, color, captured } of steps) {
				if (!cell || tree.length >= MAX_MOVES) break;
				[tree, at] = withMove(tree, at, { cell, color, captured });
				if (first === from) first = at;
			}
			batch(() => {
				this.tree.value = tree;
				if (this.at.value === from) this.at.value = first;
			});
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			this.refusal.value = { cell: cells[0]!, reason: error.reason };
		}
	}

	comment(text: string): void {
		this.tree.value = withComment(this.tree.value, this.at.value, text.slice(0, 4000));
	}

	/** Keep the letters of a diagram with a node. */
	letter(at: number, letters: readonly Letter[]): void {
		this.tree.value = this.tree.value.map((node, i) => (i === at ? { ...node, letters } : node));
	}

	/** Delete the move shown with all that follows. Returns the function that restores it. */
	remove(): () => void {
		const [tree, at] = [this.tree.value, this.at.value];
		const { parent } = tree[at]!;
		const [next, moved] = without(tree, at);
		batch(() => {
			this.tree.value = next;
			this.at.value = moved(parent);
		});
		return () =>
			batch(() => {
				this.tree.value = tree;
				this.at.value = at;
			});
	}

	promote(): void {
		this.tree.value = promoted(this.tree.value, this.at.value);
	}

	// --- opening and saving ---

	/** Put another study on the board; `address` is where it is stored, `room` the game that it was made of, `turn` how it lies. */
	open(study: Study, address: Address | null = null, room: string | null = null, turn: Turn = UPRIGHT): void {
		const tree = fromStudy(study);
		const { black, white, title, result, date, source } = { ...NOBODY, ...study };
		batch(() => {
			this.draft.value = null;
			this.refusal.value = null;
			this.start.value = study.start;
			this.tree.value = tree;
			this.names.value = { black, white, title, result, date, source };
			this.at.value = 0;
			this.turn.value = turn;
			this.address.value = address;
			this.room.value = room;
			this.opened.value += 1;
		});
	}

	reset(position: Position): void {
		this.open(blankStudy(position), null, null, this.turn.value);
	}

	/** Turn or mirror the board. */
	lay(change: (turn: Turn) => Turn): void {
		this.turn.value = change(this.turn.value);
	}

	/** The node shown, by its number in `study()`. */
	readonly place = computed(() => placeOf(this.tree.value, this.at.value));

	rename(title: string): void {
		this.names.value = { ...this.names.value, title: title.slice(0, 40) };
	}

	/** Whether there is nothing to save: an empty board without a move or a word. */
	readonly isBlank = computed(() => {
		const [root, ...moves] = this.tree.value;
		return !moves.length && !root!.comment && this.start.value.rows.every((row) => !/[XO]/.test(row));
	});

	study(comment: (node: number) => string = (node) => this.tree.value[node]!.comment): Omit<Study, "dropped"> {
		return { start: this.start.value, nodes: toNodes(this.tree.value, comment), ...this.names.value };
	}

	// --- set-up ---

	setUp(): void {
		this.draft.value = { position: this.position.value, tool: this.spot.value.side, view: null, problem: null };
		void this.#check();
	}

	/** Change the draft and have the server check it. */
	sketch(changes: Partial<Position>, tool?: Tool): void {
		const draft = this.draft.value;
		if (!draft) return;
		const position = { ...draft.position, ...changes };
		this.draft.value = { ...draft, position, tool: tool ?? draft.tool };
		if (Object.keys(changes).length) void this.#check();
	}

	/** A click during set-up: places the chosen stone, or removes it if it is already there. */
	put([x, y]: Cell): void {
		const draft = this.draft.value;
		if (!draft) return;
		const row = draft.position.rows[y]!;
		const mark = draft.tool === "erase" || row[x] === draft.tool ? "." : draft.tool;
		const rows = draft.position.rows.map((line, i) => (i === y ? line.slice(0, x) + mark + line.slice(x + 1) : line));
		this.sketch({ rows });
	}

	async #check(): Promise<void> {
		const { position } = this.draft.value!;
		let told: Pick<Draft, "view" | "problem">;
		try {
			told = { view: await fetchView(position, []), problem: null };
		} catch (error) {
			const reason = error instanceof ApiError ? error.reason : "unreachable";
			const problem = reason === "bad_options" ? "rules" : reason === "unreachable" ? "unreachable" : "position";
			told = { view: null, problem };
		}
		const now = this.draft.value;
		if (now?.position === position) this.draft.value = { ...now, ...told };
	}

	discard(): void {
		this.draft.value = null;
	}

	finish(): void {
		const draft = this.draft.value;
		if (draft && !draft.problem) this.reset(draft.position);
	}

	// --- internals ---

	#see(): void {
		const [start, cells] = [this.start.value, this.cells.value];
		const name = keyOf(start, cells);
		const known = this.#views.get(name);
		if (known) {
			this.view.value = known;
			return;
		}
		untracked(() => {
			this.view.value = null;
		});
		fetchView(start, cells).then(
			(view) => {
				if (this.#views.size > 500) this.#views.clear();
				this.#views.set(name, view);
				if (keyOf(this.start.peek(), this.cells.peek()) === name) this.view.value = view;
			},
			() => {},
		);
	}

	#keep(): void {
		const [study, at, address, turn] = [this.study(), this.place.value, this.address.value, this.turn.value];
		clearTimeout(this.#saving);
		this.#save = () => {
			clearTimeout(this.#saving);
			this.#save = () => {};
			remember("study", { study, at, address, turn });
		};
		this.#saving = window.setTimeout(() => this.#save(), SAVE_AFTER_MS);
	}

	/** Restore the saved study, if it is still valid. */
	#restore(kept: unknown): void {
		try {
			const { study, at, address, turn } = kept as { study: Study; at: number; address?: Address; turn?: unknown };
			const tree = fromStudy(study);
			const square = study.start.rows.every((row) => row.length === study.start.rows[0]!.length);
			if (!tree.length || !square || typeof study.start.rules !== "string") return;
			spotAt(study.start, tree, tree.length - 1);
			this.open(study, address ?? null, null, isTurn(turn) ? turn : UPRIGHT);
			this.go(Number.isInteger(at) ? at : 0);
		} catch {
			// Nothing saved, or by another version.
		}
	}
}

const keyOf = (start: Position, cells: readonly Cell[]): string =>
	`${start.rules} ${start.rows.join("/")} ${start.to_move} ${start.taken} ${cells.join(" ")}`;
