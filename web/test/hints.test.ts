import { expect, test } from "vitest";
import { hintText } from "../src/game/hints";
import { blackShare, chanceText, verdict } from "../src/game/table/Advice";
import { wrongText } from "../src/learn/puzzles/verdict";
import type { ExplainedMove, OpeningAdvice, Suggestion } from "../src/wire/messages";

const name = ([x, y]: readonly [number, number]): string => `${"ABCDEFGHIJ"[x]}${y + 1}`;
const hint = (changes: Partial<Suggestion>, first = false): string =>
	hintText(
		{
			type: "suggestion",
			room: "",
			ply: 4,
			kind: "stone",
			color: "X",
			cell: [4, 4],
			captured: [],
			answer: null,
			score: 0,
			win_in: null,
			pv: [],
			ms: 0,
			reasons: [],
			threats: [],
			advice: null,
			...changes,
		},
		name,
		first,
	);

test("the first hint of a game says why the centre", () => {
	expect(hint({}, true)).toBe("is the centre: from there a row can grow in every direction.");
	expect(hint({ score: null }, true), "an opening that has no score").toBe("suits the opening.");
});

test("a hint says what the move does, and where the threat was", () => {
	const threat: Suggestion["threats"][number] = {
		color: "O",
		kind: "open_four",
		cells: [
			[4, 4],
			[0, 4],
		],
		rows: [
			[
				[1, 4],
				[3, 4],
			],
		],
	};
	expect(hint({ reasons: ["stops_open_four"], threats: [threat] })).toBe("stops the open four at A5.");
	expect(hint({ reasons: ["stops_open_four"], threats: [{ ...threat, cells: [[4, 4]] }] })).toBe(
		"stops the open four.",
	);
	expect(
		hint({
			reasons: ["open_three", "takes", "attacks_pair"],
			captured: [
				[1, 1],
				[2, 2],
			],
		}),
	).toBe("makes an open three and takes the pair B2 and C3.");
});

test("a hint says how the game stands where there is more to say", () => {
	expect(hint({ win_in: 5, reasons: ["four"] })).toBe("wins in 3 moves: it makes a four.");
	expect(hint({ win_in: 1, reasons: ["five"] })).toBe("makes five in a row.");
	expect(hint({ win_in: -4, reasons: ["stops_five"] })).toBe(
		"stops the five. The other side can still win in 2 moves.",
	);
	expect(hint({ win_in: -4, reasons: ["quiet"] })).toMatch("holds out longest");
	expect(hint({ reasons: ["quiet"], score: 300 })).toBe("keeps your lead.");
	expect(hint({ reasons: ["quiet"] })).toBe("keeps the game even.");
	expect(hint({ reasons: ["quiet"], score: -300 })).toBe("is the best defence found.");
	expect(hint({ score: null })).toBe("suits the opening.");
});

const step = (cell: [number, number], color: "X" | "O"): ExplainedMove => ({ cell, color, captured: [], deeds: [] });
const wrong = (
	kind: "break" | "save",
	line: ExplainedMove[],
	winner: "O" | null,
	left: number | null = null,
	status: "win" | "ongoing" | "draw" = winner ? "win" : "ongoing",
): string => wrongText(kind, { line, left, view: { winner, status } }, "White", name);

test("the verdict on a wrong move says no more than is known", () => {
	const [own, reply] = [step([0, 0], "X"), step([1, 1], "O")];
	expect(wrong("break", [own], "O")).toBe("White’s five stands. White wins.");
	expect(wrong("break", [own, reply], "O")).toBe("After A1, White plays B2 and wins.");
	expect(wrong("break", [own, reply], null, -5)).toBe("After A1, White wins in 3.");
	expect(wrong("break", [own, reply], null)).toBe("After A1 the computer finds no forced win any more.");
	expect(wrong("save", [own, reply], null)).toBe("After A1 the game is lost.");
	expect(wrong("break", [own], null, null, "draw")).toBe("The board is full: a draw.");
});

test("advice on an opening says who is better and by how much", () => {
	const advice: OpeningAdvice = {
		kind: "choice",
		color: null,
		cell: null,
		answer: "white",
		aim: "better_color",
		black: 0.382,
		choices: [],
		line: [],
		ms: 0,
	};
	const side = (of: string): string => (of === "X" ? "Black" : "White");
	expect(verdict(advice, side)).toBe("White is better, 62 : 38.");
	expect(verdict({ ...advice, black: 0.7 }, side)).toBe("Black is better, 70 : 30.");
	expect(verdict({ ...advice, black: 0.49 }, side)).toBe("An even game, 49 : 51.");
	const white = { cell: [4, 4], answer: null, chance: 0.4 } satisfies OpeningAdvice["choices"][number];
	const stone: OpeningAdvice = { ...advice, kind: "stone", color: "O", black: null, choices: [white] };
	expect(blackShare(stone, white)).toBe(60);
	expect(verdict(stone, side)).toBe("Black is better, 60 : 40.");
	expect(verdict({ ...stone, choices: [] }, side)).toBe("");
});

test("an answer has its chance; two more stones are an even game", () => {
	expect(chanceText({ answer: "black", chance: 0.62 })).toBe("62 %");
	expect(chanceText({ answer: "two", chance: null })).toBe("≈ 50 %");
	expect(chanceText({ answer: "ten", chance: null })).toBe("");
});
