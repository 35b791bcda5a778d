// Practice of all the visitor's mistakes: the reviewed ones among finished games, latest first, each fetched when its turn comes.
import { batch, signal } from "@preact/signals";
import { fetchMistakes } from "../../../analysis/study/api";
import { QUICK_MS } from "../../../analysis/study/review/gameReview";
import { ownSide } from "../../../games/titles";
import { fetchGames } from "../../../wire/games";
import type { RoomSummary } from "../../../wire/messages";
import { connection } from "../../../wire/socket";

/** Stones that a game must have to be considered. */
export const LEAST = 8;
/** Games fetched at a time. */
const PAGE = 20;

/** The visitor's side; empty for both, or if an opening may have changed it. */
export function sideOf(line: Pick<RoomSummary, "holders" | "opening">, visitor: string): "" | "X" | "O" {
	const people = line.holders.map(({ type }) => type === "person");
	if (line.opening !== "standard") return "";
	const own = people[0] === people[1] ? ownSide(line, visitor) : people[0] ? 0 : 1;
	return own === null ? "" : own ? "O" : "X";
}

interface Reviewed {
	readonly room: string;
	readonly side: "" | "X" | "O";
}

export class Practice {
	/** The game whose mistakes are practised; undefined while it is being fetched, null after the last. */
	readonly game = signal<Reviewed | null | undefined>(undefined);
	readonly failed = signal(false);
	/** Tries that each task needed; null if the move was shown. */
	readonly results = signal<readonly (number | null)[]>([]);
	#waiting: RoomSummary[] = [];
	#offset = 0;
	#total = Number.POSITIVE_INFINITY;

	/** Go on to the next game with mistakes, and count how the tasks of the last one ended. */
	async next(results: readonly (number | null)[] = []): Promise<void> {
		batch(() => {
			this.results.value = [...this.results.value, ...results];
			this.game.value = undefined;
			this.failed.value = false;
		});
		try {
			this.game.value = await this.#find();
		} catch {
			this.failed.value = true;
		}
	}

	async #find(): Promise<Reviewed | null> {
		for (;;) {
			const line = this.#waiting[0] ?? (await this.#fetch());
			if (!line) return null;
			const side = sideOf(line, connection.me.value);
			const { mistakes } = await fetchMistakes(line.room, QUICK_MS);
			this.#waiting.shift();
			if (mistakes.some(({ color }) => !side || color === side)) return { room: line.room, side };
		}
	}

	/** The next game with enough stones, from as many pages of the list as needed. */
	async #fetch(): Promise<RoomSummary | undefined> {
		while (!this.#waiting.length && this.#offset < this.#total) {
			const { games, total } = await fetchGames({ phase: "over", limit: PAGE, offset: this.#offset });
			this.#total = games.length ? total : 0;
			this.#offset += games.length;
			this.#waiting = games.filter(({ stones_played }) => stones_played >= LEAST);
		}
		return this.#waiting[0];
	}
}
