// The list of puzzles, its filter, and the next puzzle.
import { computed, signal } from "@preact/signals";
import { recall, remember } from "../../browser/storage";
import { DEFAULT_RULES } from "../../wire/catalogue";
import { getJson } from "../../wire/http";
import type { Puzzle, PuzzleList, PuzzleSummary } from "../../wire/messages";
import { progress } from "./progress";

export interface Filter {
	readonly rules: string;
	/** 0 for all levels. */
	readonly level: number;
	readonly kind: PuzzleSummary["kind"] | "";
}

const KINDS: readonly string[] = ["five", "capture", "break", "save"];
const kept = recall("puzzleFilter") as Partial<Filter> | null;
export const filter = signal<Filter>({
	rules: typeof kept?.rules === "string" ? kept.rules : DEFAULT_RULES,
	level: [1, 2, 3, 4].includes(kept?.level as number) ? kept!.level! : 0,
	kind: KINDS.includes(kept?.kind as string) ? (kept!.kind as Filter["kind"]) : "",
});
export function choose(changes: Partial<Filter>): void {
	filter.value = { ...filter.value, ...changes };
	remember("puzzleFilter", filter.value);
}

export const puzzles = signal<readonly PuzzleSummary[] | null>(null);
export const failed = signal(false);

export async function fetchPuzzles(): Promise<void> {
	if (puzzles.value) return;
	try {
		puzzles.value = (await getJson<PuzzleList>("/api/puzzles")).puzzles;
		failed.value = false;
	} catch {
		failed.value = true;
	}
}

/** Puzzles that match the filter, easier ones first. */
export const chosen = computed<readonly PuzzleSummary[]>(() => {
	const { rules, level, kind } = filter.value;
	return (puzzles.value ?? []).filter(
		(line) => line.rules === rules && (!level || line.level === level) && (!kind || line.kind === kind),
	);
});

/** The next unsolved puzzle of the filter, or else the next one. */
export function nextOf(puzzle: Puzzle): string | null {
	const among = chosen.value.some(({ id }) => id === puzzle.id)
		? chosen.value
		: (puzzles.value ?? []).filter(({ rules }) => rules === puzzle.rules);
	const at = among.findIndex(({ id }) => id === puzzle.id);
	const later = [...among.slice(at + 1), ...among.slice(0, Math.max(0, at))];
	const { solved } = progress.value;
	return (later.find(({ id }) => !solved.includes(id)) ?? later[0])?.id ?? null;
}
