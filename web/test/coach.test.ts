import { expect, test } from "vitest";
import { coachText } from "../src/analysis/study/review/coach";
import type { CoachedMove } from "../src/wire/messages";

const names = {
	cell: ([x, y]: readonly [number, number]): string => `${"ABCDEFGHIJ"[x]}${y + 1}`,
	side: (side: "X" | "O"): string => (side === "X" ? "Black" : "White"),
};
const move = (changes: Partial<CoachedMove>): CoachedMove => ({
	cell: [4, 4],
	color: "O",
	captured: [],
	reasons: [],
	threats: [],
	win_in: null,
	...changes,
});
const said = (reply: Partial<CoachedMove> | null, better: Partial<CoachedMove> | null, prevents = false): string =>
	coachText(
		[0, 0],
		{ reply: reply && move(reply), better: better && move({ cell: [5, 5], color: "X", ...better }), prevents },
		names,
	);

test("the coach says what a mistake allows, and what the better move does", () => {
	expect(said({ reasons: ["double_three"], win_in: 7 }, {}, true)).toBe(
		"A1 lets White win in 4 with E5, which makes two open threes; F6 would have prevented that.",
	);
	expect(
		said(
			{
				reasons: ["takes"],
				captured: [
					[1, 1],
					[2, 2],
				],
			},
			{ reasons: ["open_three"] },
		),
	).toBe("A1 lets White play E5, which takes the pair B2 and C3; F6 was better: it makes an open three.");
	expect(said(null, { reasons: ["four_three"], win_in: 5 })).toBe(
		"F6 would have won in 3: it makes a four and an open three.",
	);
	expect(said({ win_in: 9 }, { win_in: 3 })).toBe("A1 lets White win in 5 with E5; F6 would have won in 2.");
	expect(said({ reasons: ["five"], win_in: 1 }, null)).toBe("A1 lets White play E5, which makes five in a row.");
});

test("the coach says less where less is known", () => {
	expect(said({}, {})).toBe("F6 was better.");
	expect(said(null, null)).toBe("");
	expect(coachText([0, 0], null, names)).toBe("");
});
