// The review of one finished game: requested, polled until it is complete, cancelled when no longer needed.
import { signal } from "@preact/signals";
import type { Cell } from "../../../board/geometry";
import type { Review, Study } from "../../../wire/messages";
import { cancelReview, fetchReview, fetchStudy, startReview } from "../api";
import { cellsTo, endOf, fromStudy } from "../moveTree";
import { POLL_INTERVAL_MS } from "./reviewStore";

/** Engine time for each position: a game of forty moves takes about four seconds. */
export const QUICK_MS = 100;

export class GameReview {
	readonly study = signal<Study | null>(null);
	readonly review = signal<Review | null>(null);
	readonly failed = signal(false);
	#timer = 0;
	#left = false;

	constructor(readonly room: string) {}

	/** The moves of the game. */
	cells(): Cell[] {
		if (!this.study.value) return [];
		const tree = fromStudy(this.study.value);
		return cellsTo(tree, endOf(tree, 0));
	}

	async begin(): Promise<void> {
		this.failed.value = false;
		try {
			this.study.value ??= await fetchStudy(this.room);
			if (this.cells().length && !this.#left)
				this.#hear(await startReview(this.study.value.start, this.cells(), QUICK_MS));
		} catch {
			this.failed.value = true;
		}
	}

	leave(): void {
		this.#left = true;
		clearTimeout(this.#timer);
		const review = this.review.value;
		if (review && !review.complete) void cancelReview(review.id).catch(() => {});
	}

	#hear(review: Review): void {
		if (this.#left) return;
		this.failed.value = review.failed;
		this.review.value = review.failed ? null : review;
		if (!review.complete && !review.failed)
			this.#timer = window.setTimeout(
				() =>
					void fetchReview(review.id).then(
						(next) => this.#hear(next),
						() => {
							this.failed.value = true;
						},
					),
				POLL_INTERVAL_MS,
			);
	}
}
