// The visitor's solved puzzles: stored by the server, which judges the tries. Older marks are in this browser.
import { computed, signal } from "@preact/signals";
import { recall } from "../../browser/storage";
import { getJson } from "../../wire/http";
import type { PuzzleProgress } from "../../wire/messages";

export const progress = signal<PuzzleProgress | null>(null);

function keptMarks(): string[] {
	const { solved } = (recall("puzzles") ?? {}) as { solved?: unknown };
	return Array.isArray(solved) ? solved.filter((id) => typeof id === "string") : [];
}
const kept = keptMarks();

export const solved = computed<ReadonlySet<string>>(() => new Set([...kept, ...(progress.value?.solved ?? [])]));
/** Tried, and not solved. */
export const missed = computed<ReadonlySet<string>>(
	() => new Set(progress.value?.missed.filter((id) => !solved.value.has(id))),
);

/** Fetch the progress again; without an answer, the old one stays. */
export async function fetchProgress(): Promise<void> {
	try {
		progress.value = await getJson<PuzzleProgress>("/api/puzzles/me");
	} catch {
		// the page works without it
	}
}
