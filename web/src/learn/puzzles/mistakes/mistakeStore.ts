// Store of the mistakes of a game as tasks: the position before each, the moves tried, the server's verdicts.
import { batch, computed, signal } from "@preact/signals";
import { fetchView } from "../../../analysis/study/api";
import { cellsTo, fromStudy, mainLine, spotAt, withMove } from "../../../analysis/study/moveTree";
import { GameReview, QUICK_MS } from "../../../analysis/study/review/gameReview";
import { mistakesOf } from "../../../analysis/study/review/summary";
import { type Cell, type Side, same } from "../../../board/geometry";
import { ApiError, postJson } from "../../../wire/http";
import type { ExplainedMove, MistakeAnswer, StudyView } from "../../../wire/messages";

export type Phase = "yours" | "thinking" | "wrong" | "solved" | "shown";

export class MistakeStore {
	readonly game: GameReview;
	/** Tasks done. */
	readonly #done = signal(0);
	readonly phase = signal<Phase>("yours");
	readonly answer = signal<MistakeAnswer | null>(null);
	readonly tried = signal<Cell | null>(null);
	readonly refusal = signal<{ cell: Cell; reason: string } | null>(null);
	/** How each task ended: tries that were needed; null where the move was shown. */
	readonly results = signal<readonly (number | null)[]>([]);
	readonly #view = signal<StudyView | null>(null);
	#tries = 0;
	readonly hint = signal<ExplainedMove | null>(null);
	readonly hintWhere = signal(false);

	constructor(
		room: string,
		readonly sides: readonly Side[],
		/** The number of the move whose mistake comes first. */
		readonly first = 1,
	) {
		this.game = new GameReview(room);
	}

	readonly mistakes = computed(() => {
		const review = this.game.review.value;
		return review?.complete ? mistakesOf(review, this.sides) : null;
	});
	/** The place of the task among the mistakes, which begin with the first one asked for; null when all are done. */
	readonly index = computed(() => {
		const [all, done] = [this.mistakes.value ?? [], this.#done.value];
		const first = Math.max(
			0,
			all.findIndex(({ number }) => number >= this.first),
		);
		return done < all.length ? (first + done) % all.length : null;
	});
	readonly isLast = computed(() => this.#done.value === (this.mistakes.value?.length ?? 0) - 1);
	readonly mistake = computed(() => (this.index.value === null ? null : this.mistakes.value![this.index.value]!));
	readonly busy = computed(() => this.phase.value === "thinking");
	readonly side = computed<Side>(() => this.mistake.value?.move.color ?? "X");
	/** The nodes of the game, and the one before the mistake. */
	readonly #before = computed(() => {
		const [study, mistake] = [this.game.study.value, this.mistake.value];
		if (!study || !mistake) return null;
		const tree = fromStudy(study);
		return { start: study.start, tree, at: mainLine(tree)[mistake.number - 2] ?? 0 };
	});
	readonly at = computed(() => (this.#before.value?.at ?? 0) + (this.tried.value ? 1 : 0));
	/** The position before the mistake, with the move tried. */
	readonly spot = computed(() => {
		const before = this.#before.value;
		if (!before) return null;
		const cell = this.tried.value;
		if (!cell) return spotAt(before.start, before.tree, before.at);
		const captured = this.answer.value?.view.captured ?? [];
		// A branch of its own: the mistake itself may be tried again.
		const alone = before.tree.map((node, i) => (i === before.at ? { ...node, children: [] } : node));
		return spotAt(before.start, ...withMove(alone, before.at, { cell, color: this.side.value, captured }));
	});
	readonly view = computed<StudyView | null>(() => this.answer.value?.view ?? this.#view.value);
	/** The cell of the mistake. */
	readonly played = computed<Cell | null>(() => {
		const mistake = this.mistake.value;
		return mistake && (this.game.cells()[mistake.number - 1] ?? null);
	});

	/** Fetch what the board shows of the position: forbidden points, captures. */
	async look(): Promise<void> {
		this.#view.value = null;
		const before = this.#before.value;
		if (!before) return;
		try {
			const view = await fetchView(before.start, cellsTo(before.tree, before.at));
			if (this.#before.value === before) this.#view.value = view;
		} catch {
			// The server judges every move in any case.
		}
	}

	async play(cell: Cell): Promise<void> {
		const mistake = this.mistake.value;
		if (this.phase.value !== "yours" || !mistake) return;
		const closed = this.view.value?.forbidden.find((shut) => same(shut.cell, cell));
		this.refusal.value = closed ? { cell, reason: closed.reason } : null;
		if (closed) return;
		batch(() => {
			this.phase.value = "thinking";
			this.tried.value = cell;
		});
		const review = { start: this.game.study.value!.start, moves: this.game.cells(), ms: QUICK_MS };
		try {
			const answer = await postJson<MistakeAnswer>("/api/review/try", { review, number: mistake.number, cell });
			this.#tries += 1;
			batch(() => {
				this.answer.value = answer;
				this.phase.value = answer.good ? "solved" : "wrong";
				if (answer.good) this.results.value = [...this.results.value, this.#tries];
			});
		} catch (error) {
			this.again();
			this.refusal.value = { cell, reason: error instanceof ApiError ? error.reason : "unreachable" };
		}
	}

	/** Take the move back. */
	again(): void {
		batch(() => {
			this.tried.value = null;
			this.answer.value = null;
			this.phase.value = "yours";
		});
	}

	/** Give up: show the better move. */
	reveal(): void {
		batch(() => {
			this.again();
			this.phase.value = "shown";
			this.results.value = [...this.results.value, null];
		});
	}

	next(): void {
		this.#tries = 0;
		batch(() => {
			this.again();
			this.refusal.value = null;
			this.#done.value += 1;
		});
	}
}
