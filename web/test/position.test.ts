import { describe, expect, it } from "vitest";
import { positionAt } from "../src/game/position";
import { rowsOf } from "../src/game/table/MoveList";
import { moveNumber } from "../src/i18n/numbers";
import type { Action, Cell } from "../src/wire/messages";

const stone = (color: "X" | "O", cell: Cell, captured: Cell[] = []): Action => ({
	by: color === "X" ? "P1" : "P2",
	color,
	cell,
	answer: null,
	captured,
	ms: 10,
	fives: [],
	breaks: [],
});
const answer = (word: string): Action => ({ ...stone("O", [0, 0]), cell: null, answer: word });

const GAME = [
	stone("X", [1, 1]),
	stone("O", [2, 1]),
	stone("X", [9, 9]),
	stone("O", [3, 1]),
	stone(
		"X",
		[4, 1],
		[
			[2, 1],
			[3, 1],
		],
	),
];

describe("the board after any move", () => {
	it("removes and counts captured stones", () => {
		const end = positionAt(GAME, 5, null);
		expect(end.stones.map(({ cell }) => cell)).toEqual([
			[1, 1],
			[9, 9],
			[4, 1],
		]);
		expect(end.taken).toEqual({ X: 2, O: 0 });
		expect(end.traces).toEqual([
			{ cell: [2, 1], side: "O" },
			{ cell: [3, 1], side: "O" },
		]);
		expect(end.last?.number).toBe(5);
	});
	it("shows earlier moves as they were", () => {
		const before = positionAt(GAME, 4, null);
		expect(before.stones).toHaveLength(4);
		expect(before.taken).toEqual({ X: 0, O: 0 });
		expect(before.traces).toEqual([]);
		expect(positionAt(GAME, 0, null).stones).toEqual([]);
	});
	it("starts with the set-up stones, which have no number", () => {
		const rows = ["X..", ".O.", "..."];
		expect(positionAt([], 0, rows).stones).toEqual([
			{ cell: [0, 0], side: "X", number: null },
			{ cell: [1, 1], side: "O", number: null },
		]);
	});
});

describe("the list of moves", () => {
	it("puts two stones in a row", () => {
		const lines = rowsOf(GAME);
		expect(lines).toHaveLength(3);
		expect(lines[2]).toMatchObject({ number: 3, O: null });
	});
	it("numbers a pair of moves alike, also where White begins", () => {
		const lines = rowsOf([stone("O", [5, 5]), stone("X", [6, 6]), stone("O", [7, 7])]);
		expect(lines.map((line) => ("answer" in line ? 0 : line.number))).toEqual([1, 2]);
		expect(["X", "O", "X"].map((side, i) => moveNumber(i + 1, side as "X" | "O", "X"))).toEqual(["1.", "1…", "2."]);
		expect(["O", "X", "O"].map((side, i) => moveNumber(i + 1, side as "X" | "O", "O"))).toEqual(["1…", "2.", "2…"]);
	});
	it("gives opening decisions rows of their own without a number", () => {
		const lines = rowsOf([...GAME.slice(0, 3), answer("black"), stone("O", [5, 5]), stone("X", [6, 6])]);
		expect(lines.map((line) => ("answer" in line ? "answer" : line.number))).toEqual([1, 2, "answer", 2, 3]);
	});
});
