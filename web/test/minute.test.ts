import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Minute, STEPS, targets, tracesOf } from "../src/home/minuteStore";
import { levelText } from "../src/newgame/LevelResult";
import type { LevelResult, StudyView } from "../src/wire/messages";

/** What the server says of each step; the page knows no rule. */
const said = (moves: readonly (readonly number[])[]): StudyView =>
	({
		rows: Array(19).fill(".".repeat(19)),
		to_move: "X",
		status: "ongoing",
		captured: moves.length ? [[10, 9]] : [],
		fives: [],
		breaks: [[1, 2]],
		takes: [{ cell: [12, 11], captured: [[10, 9]] }],
		forbidden: [{ cell: [5, 5], reason: "double_three" }],
	}) as unknown as StudyView;

describe("the first minute", () => {
	const asked: { start: { rules: string; rows: string[] }; moves: number[][] }[] = [];
	beforeEach(() => {
		asked.length = 0;
		vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
			const given = JSON.parse(body);
			asked.push(given);
			return { ok: true, json: async () => said(given.moves) };
		});
	});
	afterEach(() => vi.unstubAllGlobals());

	it("asks the server for each position, on a whole board", async () => {
		const minute = new Minute();
		for (const step of STEPS.keys()) await minute.begin(step);
		expect(asked.map(({ start }) => start.rules)).toEqual(["42", "42", "42"]);
		for (const { start } of asked) expect(start.rows.map(({ length }) => length)).toEqual(Array(19).fill(19));
		expect(asked.map(({ moves }) => moves.length)).toEqual([0, 1, 0]);
	});

	it("takes its targets from the rules alone", () => {
		const view = said([]);
		expect(targets(view, "take")).toEqual([[12, 11]]);
		expect(targets(view, "break")).toEqual([[1, 2]]);
		expect(targets(view, "forbidden")).toEqual([[5, 5]]);
	});

	it("refuses another point, and goes on with the one that is asked", async () => {
		const minute = new Minute();
		await minute.begin(0);
		expect(await minute.play([3, 3])).toBe(false);
		expect([minute.refused.value, minute.done.value]).toEqual([[3, 3], false]);
		expect(await minute.play([12, 11])).toBe(true);
		expect([minute.refused.value, minute.done.value, minute.last.value]).toEqual([null, true, [12, 11]]);
		expect(asked.at(-1)!.moves).toEqual([[12, 11]]);
		expect(tracesOf(STEPS[0]!, minute.view.value!)).toEqual([{ cell: [10, 9], side: "O" }]);
		expect(minute.targets).toEqual([]);
		expect(await minute.play([12, 11])).toBe(false);
	});

	it("plays no stone on a forbidden point", async () => {
		const minute = new Minute();
		await minute.begin(2);
		expect(await minute.play([5, 5])).toBe(true);
		expect([minute.refused.value, minute.done.value, asked.length]).toEqual([[5, 5], true, 1]);
	});
});

describe("the last step", () => {
	it("rings two rows of three that meet in the forbidden point", () => {
		const { rows, toMove, threes } = STEPS[2]!;
		const cells = threes!.map(([from, to]) => [from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const, to]);
		const empty = cells.map((row) => row.filter(([x, y]) => (rows[y]![x] ?? ".") !== toMove));
		expect(empty).toEqual([[[11, 10]], [[11, 10]]]);
	});
});

describe("the player's level after a game", () => {
	const level = (value: number, games: number, plays: number) => ({ level: value, deviation: 1.2, games, plays });
	const result = (uncounted: LevelResult["uncounted"] = null): LevelResult => ({
		before: level(4.2, 3, 4),
		after: level(4.5, 4, 5),
		uncounted,
	});

	it("is told with its uncertainty", () => {
		expect(levelText(result(), 4, false)).toBe("Your level: 4.2 → 4.5 ± 1.2");
	});
	it("says at which level the next game is, where it follows", () => {
		expect(levelText(result(), 4, true)).toBe("Your level: 4.2 → 4.5 ± 1.2. Next: level 5.");
		expect(levelText(result(), 5, true)).toBe("Your level: 4.2 → 4.5 ± 1.2");
	});
	it("says why a game does not count", () => {
		for (const why of ["undone", "hint", "seats", "setup", "rules", "short"] as const)
			expect(levelText(result(why), 4, true)).toMatch(/^Not counted for your level: /);
	});
});
