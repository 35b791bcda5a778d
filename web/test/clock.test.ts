import { describe, expect, it } from "vitest";
import { clockText, runDown } from "../src/game/clock";

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
