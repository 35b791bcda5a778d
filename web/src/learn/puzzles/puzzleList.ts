// The list of puzzles, its filter and order, and the next puzzle.
import { computed, signal } from "@preact/signals";
import { recall, remember } from "../../browser/storage";
import { DEFAULT_RULES } from "../../wire/catalogue";
import { getJson } from "../../wire/http";
import type { PuzzleList, PuzzleSummary, PuzzleTheme } from "../../wire/messages";
import { missed, progress, solved } from "./progress";

export const KINDS = ["five", "capture", "break", "save"] as const;
/** Themes of a solution. */
export const THEMES = [
	"fours",
	"three",
	"quiet",
	"four_three",
	"double_four",
	"take",
	"forbidden",
	"counter_four",
] as const satisfies readonly PuzzleTheme[];
type Topic = (typeof KINDS)[number] | PuzzleTheme;
export const TOPICS: readonly Topic[] = [...KINDS, ...THEMES];
export const ORDERS = ["near", "easy", "hard"] as const;
export const MARKS = ["all", "open", "missed", "solved"] as const;

export interface Filter {
	readonly rules: string;
	/** The kind or theme; empty for all. */
	readonly kind: Topic | "";
	readonly order: (typeof ORDERS)[number];
	readonly mark: (typeof MARKS)[number];
}

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
	known.find((name) => name === value) ?? otherwise;

function keptFilter(): Filter {
	const { rules, kind, order, mark } = (recall("puzzleFilter") ?? {}) as Record<string, unknown>;
	return {
		rules: typeof rules === "string" ? rules : DEFAULT_RULES,
		kind: oneOf([...TOPICS, ""], kind, ""),
		order: oneOf(ORDERS, order, "near"),
		mark: oneOf(MARKS, mark, "all"),
	};
}

export const filter = signal<Filter>(keptFilter());
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

/** The visitor's rating; that of a new one until it is known. */
const ownRating = computed(() => progress.value?.elo.rating ?? 1500);

/** Puzzles in an order: near a rating, or by their own. */
export function ordered(
	lines: readonly PuzzleSummary[],
	order: Filter["order"],
	rating: number,
): readonly PuzzleSummary[] {
	const far = ({ elo }: PuzzleSummary): number =>
		order === "near" ? Math.abs(elo.rating - rating) : order === "easy" ? elo.rating : -elo.rating;
	return [...lines].sort((a, b) => far(a) - far(b) || (a.id < b.id ? -1 : 1));
}

/** Whether a puzzle is of a kind, or has a theme. */
export const isAbout = ({ kind, themes }: PuzzleSummary, topic: Topic): boolean =>
	kind === topic || themes.some((theme) => theme === topic);

/** Puzzles of the rule set. */
export const ofRules = computed(() => (puzzles.value ?? []).filter(({ rules }) => rules === filter.value.rules));

/** Puzzles that match the filter, in its order. */
export const chosen = computed<readonly PuzzleSummary[]>(() => {
	const { kind, mark, order } = filter.value;
	const fits = {
		all: () => true,
		open: (id: string) => !solved.value.has(id),
		missed: (id: string) => missed.value.has(id),
		solved: (id: string) => solved.value.has(id),
	}[mark];
	const lines = ofRules.value.filter((line) => (!kind || isAbout(line, kind)) && fits(line.id));
	return ordered(lines, order, ownRating.value);
});

/** The puzzle nearest to the visitor's rating that was not tried, or else one that was missed, or else any other. */
export function nextOf(rules: string, current?: string): string | null {
	const { kind } = filter.value;
	const others = (puzzles.value ?? []).filter((line) => line.rules === rules && line.id !== current);
	const theme = others.filter((line) => kind && isAbout(line, kind));
	const near = ordered(theme.length ? theme : others, "near", ownRating.value);
	const next =
		near.find(({ id }) => !solved.value.has(id) && !missed.value.has(id)) ??
		near.find(({ id }) => !solved.value.has(id)) ??
		near[0];
	return next?.id ?? null;
}
