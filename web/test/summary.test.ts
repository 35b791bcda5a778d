import { expect, test } from "vitest";
import { blackChance, chanceAfter, chanceOf } from "../src/analysis/study/review/evaluation";
import { cropAround, leaderOf, mistakesOf, tippedAt, worstOf } from "../src/analysis/study/review/summary";
import type { Position, Review, ReviewedMove, ThinkingInfo } from "../src/wire/messages";

const move = (color: "X" | "O", chance: number, changes: Partial<ReviewedMove> = {}): ReviewedMove => ({
	color,
	score: 0,
	win_in: null,
	chance,
	loss: 0,
	grade: "best",
	best: null,
	line: [],
	best_win_in: null,
	depth: 1,
	coach: null,
	...changes,
});
const review = (...moves: ReviewedMove[]): Review => ({
	id: "",
	done: 0,
	total: 0,
	complete: true,
	waiting: false,
	failed: false,
	start_chance: 0.5,
	moves,
	X: null,
	O: null,
	turning_points: [],
});

test("a game tips with the move after which the winner was winning to the end", () => {
	const game = review(move("X", 0.7), move("O", 0.5), move("X", 0.55), move("O", 0.9), move("X", 0.8));
	expect(tippedAt(game, "X")).toBe(4);
	expect(tippedAt(game, "O")).toBeNull(); // resigned while ahead
	expect(tippedAt(game, null)).toBeNull();
	expect(tippedAt(review(move("X", 0.2), move("O", 0.1)), "O")).toBe(1);
	expect(tippedAt({ ...review(move("X", 0.8)), start_chance: 0.8 }, "X")).toBeNull(); // ahead from the start
});

test("mistakes are those of the asked sides for which a better move is known", () => {
	const slip = (color: "X" | "O", grade: ReviewedMove["grade"], loss: number, best: [number, number] | null = [0, 0]) =>
		move(color, 0.5, { grade, loss, best });
	const game = review(
		slip("X", "blunder", 0.4),
		slip("O", "mistake", 0.2),
		slip("X", "inaccurate", 0.1),
		slip("O", "blunder", 0.5, null),
		slip("X", "mistake", 0.16),
		slip("O", "blunder", 0.6),
		slip("X", "blunder", 0.9),
	);
	const numbers = (found: readonly { number: number }[]) => found.map(({ number }) => number);
	expect(numbers(mistakesOf(game, ["X"]))).toEqual([1, 5, 7]);
	expect(numbers(mistakesOf(game, ["X", "O"]))).toEqual([1, 2, 5, 6, 7]);
	expect(numbers(worstOf(mistakesOf(game, ["X"]), 2))).toEqual([1, 7]);
});

test("a crop of the board stays on it", () => {
	const rows = ["X....", ".....", "..O..", ".....", "....X"];
	expect(cropAround(rows, [2, 2], 3, 3)).toEqual({ rows: ["...", ".O.", "..."], cell: [1, 1] });
	expect(cropAround(rows, [0, 0], 3, 2)).toEqual({ rows: ["X..", "..."], cell: [0, 0] });
	expect(cropAround(rows, [4, 4], 3, 2)).toEqual({ rows: ["...", "..X"], cell: [2, 1] });
});

test("the turning point of a study is that of the side that was winning at the end", () => {
	const game = review(move("X", 0.5), move("O", 0.9), move("X", 0.2), move("O", 0.1));
	expect(leaderOf(game)).toBe("O");
	expect(tippedAt(game, leaderOf(game))).toBe(3);
	expect(leaderOf(review(move("X", 0.6)))).toBeNull();
	expect(leaderOf(review())).toBeNull();
});

test("the bar beside the board shows the end of the game, the engine's value, or that of the review", () => {
	const position: Position = { rules: "42", rows: ["..."], to_move: "O", taken: [0, 0] };
	const known = { position, info: undefined, judged: undefined, winner: null };
	expect(blackChance(known)).toBeNull();
	const judged = move("X", 0.8);
	expect(blackChance({ ...known, judged })).toBe(0.8);
	const info = { score: 200 } as ThinkingInfo;
	expect(blackChance({ ...known, judged, info }), "200 points for White").toBeCloseTo(0.27, 2);
	expect(blackChance({ ...known, info, position: { ...position, to_move: "X" } })).toBeCloseTo(0.73, 2);
	expect(blackChance({ ...known, info, winner: "X" })).toBe(1);
	expect(blackChance({ ...known, info, winner: "O" })).toBe(0);
});

test("a move has its chance by the line that begins with it, or with its mirror image", () => {
	const line = (cell: [number, number], score: number) => ({ cell, score }) as ThinkingInfo["lines"][number];
	const info = { lines: [line([7, 6], 200), line([3, 3], -40)] } as unknown as ThinkingInfo;
	expect(chanceAfter([[7, 6]], info)).toBe(chanceOf(200));
	expect(
		chanceAfter(
			[
				[11, 3],
				[3, 3],
			],
			info,
		),
	).toBe(chanceOf(-40));
	expect(chanceAfter([[0, 0]], info)).toBeNull();
	expect(chanceAfter([[7, 6]], undefined)).toBeNull();
});
