import { beforeEach, describe, expect, it } from "vitest";
import { sideOf } from "../src/learn/puzzles/mistakes/practice";
import { progress } from "../src/learn/puzzles/progress";
import { choose, chosen, nextOf, ordered, puzzles } from "../src/learn/puzzles/puzzleList";
import { shapeOf } from "../src/learn/puzzles/RatingChart";
import { weekOf } from "../src/learn/puzzles/StreakCard";
import type { PuzzleProgress, PuzzleSummary } from "../src/wire/messages";

const line = (id: string, rating: number, more: Partial<PuzzleSummary> = {}): PuzzleSummary =>
	({
		id,
		rules: "42",
		kind: "five",
		themes: [],
		elo: { rating, games: 0, provisional: true, deviation: 200 },
		...more,
	}) as PuzzleSummary;
const known = (rating: number, solved: string[] = [], missed: string[] = []): PuzzleProgress =>
	({ elo: { rating, games: 9, provisional: false, deviation: 60 }, solved, missed }) as unknown as PuzzleProgress;
const ids = (lines: readonly PuzzleSummary[]): string[] => lines.map(({ id }) => id);

const ALL = [
	line("a", 1100),
	line("b", 1350, { themes: ["fours", "four_three"] }),
	line("c", 1600),
	line("d", 1850, { kind: "save" }),
];

describe("the index of puzzles", () => {
	beforeEach(() => {
		puzzles.value = [...ALL, line("r", 1500, { rules: "renju" })];
		progress.value = known(1500);
		choose({ rules: "42", kind: "", order: "near", mark: "all" });
	});

	it("has an order: near a rating, the easiest or the hardest first", () => {
		expect(ids(ordered(ALL, "near", 1500))).toEqual(["c", "b", "d", "a"]);
		expect(ids(ordered(ALL, "easy", 1500))).toEqual(["a", "b", "c", "d"]);
		expect(ids(ordered(ALL, "hard", 1500))).toEqual(["d", "c", "b", "a"]);
	});

	it("shows a theme, and what is solved, missed or open", () => {
		progress.value = known(1500, ["a"], ["b"]);
		expect(ids(chosen.value)).toEqual(["c", "b", "d", "a"]);
		choose({ kind: "save" });
		expect(ids(chosen.value)).toEqual(["d"]);
		choose({ kind: "four_three" });
		expect(ids(chosen.value)).toEqual(["b"]);
		choose({ kind: "", mark: "solved" });
		expect(ids(chosen.value)).toEqual(["a"]);
		choose({ mark: "missed" });
		expect(ids(chosen.value)).toEqual(["b"]);
		choose({ mark: "open" });
		expect(ids(chosen.value)).toEqual(["c", "b", "d"]);
	});

	it("takes a puzzle near the visitor's rating next", () => {
		expect(nextOf("42")).toBe("c");
		expect(nextOf("42", "c")).toBe("b");
		progress.value = known(1900);
		expect(nextOf("42")).toBe("d");
		progress.value = known(1500, ["c"], ["b"]);
		expect(nextOf("42"), "not what was solved or missed").toBe("d");
		progress.value = known(1500, ["a", "c", "d"], ["b"]);
		expect(nextOf("42"), "what was missed, once nothing is new").toBe("b");
		choose({ kind: "save" });
		expect(nextOf("42"), "within the theme").toBe("d");
		expect(nextOf("renju"), "which other rules may not have").toBe("r");
		expect(nextOf("freestyle")).toBeNull();
	});
});

describe("the streak", () => {
	it("names the days of universal time, today last", () => {
		const days = weekOf("2026-11-16", "en");
		expect(days).toEqual(["Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"]);
	});
});

describe("the chart of ratings", () => {
	it("holds the whole band, with round ratings at its side", () => {
		const { ticks, y, end, band } = shapeOf([
			{ rating: 1500, deviation: 300 },
			{ rating: 1600, deviation: 100 },
		]);
		expect(ticks).toEqual([1200, 1400, 1600, 1800]);
		expect(y(1800)).toBe(8);
		expect(y(1200)).toBe(104);
		expect(end[1]).toBe(y(1600));
		expect(band.match(/[ML]/g)).toHaveLength(4);
	});
});

describe("mistakes of one's own", () => {
	const person = { type: "person", visitor: "v", name: "", bot: false } as const;
	const ai = { type: "ai", level: 3, matched: false } as const;
	it("are those of the visitor's side, where it is known", () => {
		expect(sideOf({ holders: [person, ai], opening: "standard" }, "ann")).toBe("X");
		expect(sideOf({ holders: [ai, person], opening: "standard" }, "ann")).toBe("O");
		expect(sideOf({ holders: [person, person], opening: "standard" }, "ann")).toBe("");
		expect(sideOf({ holders: [person, { ...person, visitor: "ann" }], opening: "standard" }, "ann")).toBe("O");
		expect(sideOf({ holders: [person, ai], opening: "swap2" }, "ann")).toBe("");
	});
});
