// Store of one puzzle: moves played, the server's verdicts, hints, and the solution.
import { batch, computed, signal } from "@preact/signals";
import { cellsTo, EMPTY, endOf, spotAt, type Tree, withMove } from "../../analysis/study/moveTree";
import { type Cell, type Side, same } from "../../board/geometry";
import { ApiError, getJson, postJson } from "../../wire/http";
import type {
	DailyPuzzle,
	ExplainedMove,
	Puzzle,
	PuzzleAnswer,
	PuzzleHint,
	PuzzleSolution,
	StudyView,
} from "../../wire/messages";
import { fetchProgress, progress } from "./progress";

export type Phase = "loading" | "yours" | "thinking" | "wrong" | "solved" | "solution" | "failed";

/** Name of the puzzle of the day, whichever it is. */
export const DAILY = "daily";

export class PuzzleStore {
	readonly puzzle = signal<Puzzle | null>(null);
	/** The day it was made for, and its neighbours; null unless it is the puzzle of the day. */
	readonly day = signal<DailyPuzzle | null>(null);
	/** Change of the visitor's rating by this puzzle; null while there is none. */
	readonly change = signal<number | null>(null);
	readonly phase = signal<Phase>("loading");
	readonly tree = signal<Tree>(EMPTY);
	readonly at = signal(0);
	/** The server's verdict on the last try. */
	readonly answer = signal<PuzzleAnswer | null>(null);
	readonly hint = signal<ExplainedMove | null>(null);
	/** Whether the hint shows the cell. */
	readonly hintWhere = signal(false);
	/** The line explained move by move: the solution, or a refutation. */
	readonly told = signal<readonly ExplainedMove[]>([]);
	readonly refusal = signal<{ cell: Cell; reason: string } | null>(null);
	readonly busy = signal(false);
	readonly #views = signal<ReadonlyMap<number, StudyView>>(new Map());
	#clean = true;

	constructor(readonly id: string) {}

	readonly spot = computed(() => {
		const puzzle = this.puzzle.value;
		if (!puzzle) return null;
		const spot = spotAt(puzzle.start, this.tree.value, this.at.value);
		if (spot.last || !puzzle.last) return spot;
		// Mark the opponent's last move.
		return { ...spot, last: spot.stones.find((stone) => same(stone.cell, puzzle.last)) ?? null };
	});
	readonly view = computed<StudyView | null>(() =>
		this.at.value === 0 ? (this.puzzle.value?.view ?? null) : (this.#views.value.get(this.at.value) ?? null),
	);
	readonly side = computed<Side>(() => this.puzzle.value?.start.to_move ?? "X");
	readonly clean = (): boolean => this.#clean;

	async load(): Promise<void> {
		try {
			if (this.id === DAILY) {
				this.day.value = await getJson<DailyPuzzle>("/api/puzzles/daily");
				this.puzzle.value = this.day.value.puzzle;
			} else this.puzzle.value = await getJson<Puzzle>(`/api/puzzles/${this.id}`);
			this.phase.value = "yours";
		} catch {
			this.phase.value = "failed";
		}
	}

	get #path(): string {
		return `/api/puzzles/${this.puzzle.value!.id}`;
	}

	/** Apply the server's verdict on a try. */
	async #count(): Promise<void> {
		const before = progress.value?.elo;
		await fetchProgress();
		const after = progress.value?.elo;
		if (before && after && after.games > before.games) this.change.value = after.rating - before.rating;
	}

	#put(move: { cell: Cell; color: Side; captured: readonly Cell[] }, view: StudyView | null): void {
		const [tree, at] = withMove(this.tree.value, this.at.value, move);
		batch(() => {
			this.tree.value = tree;
			this.at.value = at;
			if (view) this.#views.value = new Map([...this.#views.value, [at, view]]);
		});
	}

	async play(cell: Cell): Promise<void> {
		if (this.phase.value !== "yours" || this.busy.value) return;
		const closed = this.view.value?.forbidden.find((shut) => same(shut.cell, cell));
		this.refusal.value = closed ? { cell, reason: closed.reason } : null;
		if (closed) return;
		const before = this.at.value;
		const cells = [...cellsTo(this.tree.value, before), cell];
		batch(() => {
			this.busy.value = true;
			this.phase.value = "thinking";
			this.hint.value = null;
			this.hintWhere.value = false;
		});
		this.#put({ cell, color: this.side.value, captured: [] }, null);
		try {
			const answer = await postJson<PuzzleAnswer>(`${this.#path}/try`, { moves: cells });
			this.#forget(before);
			this.#hear(answer);
		} catch (error) {
			this.#forget(before);
			this.phase.value = "yours";
			const reason = error instanceof ApiError ? error.reason : "unreachable";
			this.refusal.value = { cell, reason };
		} finally {
			this.busy.value = false;
		}
	}

	/** Take back moves to an ancestor node. */
	#forget(to: number): void {
		const { puzzle, tree } = this;
		if (!puzzle.value) return;
		batch(() => {
			const kept = tree.value.slice(0, to + 1).map((move, i) => (i === to ? { ...move, children: [] } : move));
			tree.value = kept;
			this.at.value = to;
			this.#views.value = new Map([...this.#views.value].filter(([node]) => node <= to));
		});
	}

	#hear(answer: PuzzleAnswer): void {
		const [own, reply] = answer.line;
		batch(() => {
			this.#put(own!, reply ? null : answer.view);
			if (reply) this.#put(reply, answer.view);
			this.answer.value = answer;
			if (answer.verdict === "solved") {
				this.phase.value = "solved";
			} else if (answer.verdict === "wrong") {
				this.phase.value = "wrong";
				this.told.value = answer.line;
				this.#clean = false;
			} else this.phase.value = "yours";
		});
		if (answer.verdict !== "on") void this.#count();
	}

	/** Return to before the wrong move. */
	again(): void {
		if (this.phase.value === "wrong") {
			const moves = this.answer.value?.line.length ?? 1;
			this.#forget(Math.max(0, endOf(this.tree.value, 0) - Math.min(2, moves)));
		} else this.#forget(0);
		batch(() => {
			this.answer.value = null;
			this.told.value = [];
			this.refusal.value = null;
			this.phase.value = "yours";
		});
	}

	async help(): Promise<void> {
		if (this.phase.value !== "yours" || this.busy.value) return;
		if (this.hint.value) {
			this.hintWhere.value = true;
			return;
		}
		this.#clean = false;
		this.busy.value = true;
		try {
			const moves = cellsTo(this.tree.value, this.at.value);
			this.hint.value = (await postJson<PuzzleHint>(`${this.#path}/hint`, { moves })).move;
			void this.#count();
		} catch {
			this.hint.value = null;
		} finally {
			this.busy.value = false;
		}
	}

	/** Fetch the solution and show its first move. */
	async solve(): Promise<void> {
		this.busy.value = true;
		try {
			const { line } = await getJson<PuzzleSolution>(`${this.#path}/solution`);
			if (this.phase.value !== "solved") this.#clean = false;
			void this.#count();
			this.#forget(0);
			batch(() => {
				this.hint.value = null;
				this.phase.value = "solution";
				this.told.value = line;
				for (const step of line) this.#put(step, null);
				this.at.value = 0;
			});
			this.step(1);
		} catch {
			this.phase.value = "failed";
		} finally {
			this.busy.value = false;
		}
	}

	/** Step through the solution; a single line has consecutive node numbers. */
	step(by: number): void {
		this.at.value = Math.max(0, Math.min(this.tree.value.length - 1, this.at.value + by));
	}
}
