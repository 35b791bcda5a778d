import { describe, expect, it } from "vitest";
import { clockText, runDown } from "../src/game/clock";
import { CLOCKS, isClock, readChoice, sameClock } from "../src/newgame/choice";
import { clockOf, draftOf, fieldsOf, mistakeOf } from "../src/newgame/clockDraft";

describe("a clock", () => {
	it("is written in minutes, and in tenths under ten seconds", () => {
		expect([252_000, 118_000, 60_000, 10_000, 9_950, 7_400, 40, 0, 3_725_000].map(clockText)).toEqual([
			"4:12",
			"1:58",
			"1:00",
			"0:10",
			"0:10.0",
			"0:07.4",
			"0:00.1",
			"0:00.0",
			"1:02:05",
		]);
	});
	it("stops at zero", () => {
		const rule = { type: "fischer", time: 60_000, increment: 0 } as const;
		expect(runDown({ left: 5_000, periods: 0, in_period: false }, rule, 4_000).left).toBe(1_000);
		expect(runDown({ left: 5_000, periods: 0, in_period: false }, rule, 9_000).left).toBe(0);
	});
	it("moves from main time into byo-yomi periods", () => {
		const rule = { type: "byoyomi", time: 60_000, periods: 3, period: 10_000 } as const;
		const clock = { left: 2_000, periods: 3, in_period: false };
		expect(runDown(clock, rule, 3_000)).toEqual({ left: 9_000, periods: 3, in_period: true });
		expect(runDown(clock, rule, 13_000)).toEqual({ left: 9_000, periods: 2, in_period: true });
		expect(runDown(clock, rule, 99_000)).toEqual({ left: 0, periods: 1, in_period: true });
	});
});

describe("a clock of one's own", () => {
	const limits = { min_time: 1000, max_time: 86_400_000, max_increment: 3_600_000, max_periods: 99 };
	const draft = { ...draftOf({ type: "none" }), minutes: "0,5", increment: "1.5" };
	const faults = (changes: Partial<typeof draft>) => {
		const changed = { ...draft, ...changes };
		return fieldsOf(changed.type).filter((field) => mistakeOf(field, changed, limits));
	};

	it("is read with fractions, by point or comma", () => {
		expect(faults({})).toEqual([]);
		expect(clockOf(draft)).toEqual({ type: "fischer", time: 30_000, increment: 1500 });
		expect(clockOf({ ...draft, type: "byoyomi", minutes: "0", periods: "5", period: "20" })).toEqual({
			type: "byoyomi",
			time: 0,
			periods: 5,
			period: 20_000,
		});
	});
	it("is written as it was read", () => {
		for (const rule of CLOCKS.slice(1)) expect(clockOf(draftOf(rule))).toEqual(rule);
	});
	it("names the field whose value the server would not take", () => {
		expect(faults({ minutes: "" })).toEqual(["minutes"]);
		expect(faults({ minutes: "0" })).toEqual(["minutes"]);
		expect(faults({ minutes: "0.02" })).toEqual([]);
		expect(faults({ minutes: "1441", increment: "-1" })).toEqual(["minutes", "increment"]);
		expect(faults({ increment: "1e3" })).toEqual(["increment"]);
		expect(faults({ type: "byoyomi", minutes: "0", periods: "1.5", period: "0" })).toEqual(["periods", "period"]);
		expect(mistakeOf("minutes", { ...draft, minutes: "x" }, limits)).toEqual({ least: 0.02, most: 1440 });
	});
	it("is remembered, and damaged ones are not", () => {
		const own = { type: "byoyomi", time: 90_000, periods: 2, period: 15_000 } as const;
		expect(readChoice({ clock: own }).clock).toEqual(own);
		for (const odd of [
			{ type: "fischer", time: 1.5, increment: 0 },
			{ type: "fischer", time: 9 },
			{ ...own, more: 1 },
			3,
		])
			expect(isClock(odd)).toBe(false);
		expect(sameClock(own, { ...own })).toBe(true);
		expect(sameClock(own, { ...own, periods: 3 })).toBe(false);
		expect(sameClock({ type: "none" }, own)).toBe(false);
	});
});
