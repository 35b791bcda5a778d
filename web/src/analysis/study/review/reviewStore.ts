// Store of the review of the main line: started, polled, and matched to the moves.
import { computed, signal } from "@preact/signals";
import { type Cell, nameOf } from "../../../board/geometry";
import { t } from "../../../i18n";
import { sentence } from "../../../i18n/plural";
import { studyWords } from "../../../i18n/study";
import type { Review, ReviewedMove } from "../../../wire/messages";
import { cancelReview, fetchKnownReview, fetchReview, startReview } from "../api";
import type { StudyStore } from "../studyStore";
import { coachText } from "./coach";

export const MARKS: Record<ReviewedMove["grade"], string> = {
	best: "",
	good: "",
	inaccurate: "?!",
	mistake: "?",
	blunder: "??",
};

export const isSlip = (move: ReviewedMove): boolean => MARKS[move.grade] !== "";
export const percent = (share: number): number => Math.round(100 * share);

/** Between two polls for progress. */
export const POLL_INTERVAL_MS = 400;

interface Subject {
	/** The moves reviewed. */
	readonly cells: readonly Cell[];
	readonly name: string;
	/** The study, by its number. */
	readonly opened: number;
}

export class ReviewStore {
	readonly review = signal<Review | null>(null);
	readonly failed = signal(false);
	readonly #subject = signal<Subject | null>(null);
	#timer = 0;

	constructor(readonly store: StudyStore) {}

	readonly running = computed(() => !!this.review.value && !this.review.value.complete);
	/** Whether the finished review still matches the main line. */
	readonly fits = computed(() => {
		const subject = this.#subject.value;
		const main = this.store.main.value.map((node) => this.store.tree.value[node]!.cell);
		return !!this.review.value?.complete && !!subject && subject.name === this.#name(main);
	});
	/** The finished review with its moves, to be stored with the study. */
	readonly finished = computed<{ review: Review; cells: readonly Cell[] } | null>(() => {
		const [review, subject] = [this.review.value, this.#subject.value];
		const isOfThis = subject?.opened === this.store.opened.value;
		return review?.complete && subject && isOfThis ? { review, cells: subject.cells } : null;
	});
	/** The verdict on each move, by node. */
	readonly judged = computed<ReadonlyMap<number, ReviewedMove>>(() => {
		const review = this.review.value;
		if (!review || !this.fits.value) return new Map();
		return new Map(this.store.main.value.flatMap((node, i) => (review.moves[i] ? [[node, review.moves[i]]] : [])));
	});

	async begin(ms: number): Promise<void> {
		const { store } = this;
		const line = store.main.value;
		if (!line.length) return;
		this.stop();
		this.failed.value = false;
		const cells = line.map((node) => store.tree.value[node]!.cell!);
		this.#subject.value = this.#about(cells);
		try {
			this.#hear(await startReview(store.start.value, cells, ms));
		} catch {
			this.#fail();
		}
	}

	/** Show a stored review. */
	restore(review: Review | null, cells: readonly Cell[]): void {
		this.stop();
		this.failed.value = false;
		this.#subject.value = review && this.#about(cells);
		this.review.value = review;
	}

	/** Show the review that the server has of these moves, `ms` milliseconds for each position, if there is one. */
	async recall(ms: number): Promise<void> {
		const { store } = this;
		const opened = store.opened.peek();
		const cells = store.main.peek().map((node) => store.tree.peek()[node]!.cell!);
		const isAsked = () => !!this.review.peek() && this.#subject.peek()?.opened === opened;
		if (isAsked() || !cells.length) return;
		const { review } = await fetchKnownReview(store.start.peek(), cells, ms);
		if (review && !isAsked() && opened === store.opened.peek()) this.restore(review, cells);
	}

	/** Cancel the review. */
	stop(): void {
		clearTimeout(this.#timer);
		const review = this.review.value;
		if (review && !review.complete) void cancelReview(review.id).catch(() => {});
		this.review.value = null;
	}

	leave(): void {
		clearTimeout(this.#timer);
	}

	/** The comment of a move, with the verdict of the review. */
	remark(node: number): string {
		const { comment, cell } = this.store.tree.value[node]!;
		const judged = this.judged.value.get(node);
		if (!cell || !judged || !isSlip(judged)) return comment;
		const words = studyWords.value;
		const said = [`${words.grades[judged.grade]} ${MARKS[judged.grade]}, ${words.lost(percent(judged.loss))}.`];
		const why = whyText(cell, judged, this.store);
		if (why) said.push(why);
		const text = said.join(" ");
		return comment.includes(text) ? comment : [comment, text].filter(Boolean).join("\n");
	}

	#about(cells: readonly Cell[]): Subject {
		return { cells, name: this.#name(cells), opened: this.store.opened.value };
	}

	#name(cells: readonly (Cell | null)[]): string {
		const { rules, rows } = this.store.start.value;
		return [rules, ...rows, ...cells].join();
	}

	#hear(review: Review): void {
		this.review.value = review;
		if (review.failed) this.#fail();
		else if (!review.complete) this.#timer = window.setTimeout(() => void this.#follow(review.id), POLL_INTERVAL_MS);
	}

	async #follow(id: string): Promise<void> {
		try {
			const review = await fetchReview(id);
			if (this.review.value?.id === id) this.#hear(review);
		} catch {
			if (this.review.value?.id === id) this.#fail();
		}
	}

	#fail(): void {
		this.review.value = null;
		this.failed.value = true;
	}
}

/** What the coach says about a move, or else the better move. */
export function whyText(cell: Cell, judged: ReviewedMove, store: StudyStore): string {
	const names = {
		cell: (of: Cell) => nameOf(of, store.size.value),
		side: (side: "X" | "O") => t.value.stones[side === "X" ? "black" : "white"],
	};
	return coachText(cell, judged.coach, names) || (judged.best ? sentence(betterText(judged, store)) : "");
}

/** "Better: K10 wins in 3" */
function betterText(judged: ReviewedMove, store: StudyStore): string {
	const move = nameOf(judged.best!, store.size.value);
	const wins = judged.best_win_in !== null && judged.best_win_in > 0;
	return wins ? studyWords.value.betterWins(move, Math.ceil(judged.best_win_in! / 2)) : studyWords.value.better(move);
}
