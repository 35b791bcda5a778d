// Solved puzzles and the streak, kept in this browser.
import { signal } from "@preact/signals";
import { recall, remember } from "../../browser/storage";

interface Progress {
	readonly solved: readonly string[];
	/** Solved in a row, at the first try and without help. */
	readonly streak: number;
	readonly best: number;
}

function read(kept: unknown): Progress {
	const given = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<Progress>;
	const count = (value: unknown): number => (Number.isInteger(value) && (value as number) > 0 ? (value as number) : 0);
	const solved = Array.isArray(given.solved) ? given.solved.filter((id) => typeof id === "string") : [];
	return { solved, streak: count(given.streak), best: count(given.best) };
}

export const progress = signal<Progress>(read(recall("puzzles")));

function keep(next: Progress): void {
	progress.value = next;
	remember("puzzles", next);
}

/** Record a solved puzzle. `clean`: at the first try and without help. */
export function scored(id: string, clean: boolean): void {
	const { solved, streak, best } = progress.value;
	const next = clean ? streak + 1 : streak;
	keep({ solved: solved.includes(id) ? solved : [...solved, id], streak: next, best: Math.max(best, next) });
}

/** A wrong move or a hint ends the streak. */
export function missed(): void {
	if (progress.value.streak) keep({ ...progress.value, streak: 0 });
}
