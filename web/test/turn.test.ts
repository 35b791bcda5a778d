import { describe, expect, it } from "vitest";
import { type Cell, cellAt, drawnAt, type Grid, gridOf, labelsOf } from "../src/board/geometry";
import { isMirrored, mirrored, quartersOf, type Turn, turned, UPRIGHT } from "../src/board/turn";

const TURNS: readonly Turn[] = [0, 1, 2, 3, 4, 5, 6, 7];
const SIZE = { width: 5, height: 3 };
const gridFor = (turn: Turn): Grid => gridOf(SIZE, true, false, turn);
const cells: Cell[] = Array.from({ length: 15 }, (_, i) => [i % 5, Math.floor(i / 5)]);
/** The picture as rows of cells, each as its number in reading order on the upright board. */
const picture = (turn: Turn): number[][] => {
	const grid = gridFor(turn);
	return Array.from({ length: grid.height }, (_, y) =>
		Array.from({ length: grid.width }, (_, x) => {
			const [column, row] = cellAt(grid, [x, y]);
			return row * SIZE.width + column;
		}),
	);
};

describe("a turned board", () => {
	it("reaches all eight symmetries, each with its own picture", () => {
		const found = new Set<Turn>([UPRIGHT]);
		for (const turn of found) found.add(turned(turn)).add(mirrored(turn));
		expect([...found].sort()).toEqual(TURNS);
		expect(new Set(TURNS.map((turn) => JSON.stringify(picture(turn)))).size).toBe(8);
	});
	it("is drawn where its cells are found again", () => {
		for (const turn of TURNS)
			for (const cell of cells) expect(cellAt(gridFor(turn), drawnAt(gridFor(turn), cell))).toEqual(cell);
	});
	it("turns clockwise and mirrors from left to right, as it is seen", () => {
		for (const turn of TURNS) {
			const before = picture(turn);
			expect(picture(mirrored(turn))).toEqual(before.map((row) => row.toReversed()));
			const clockwise = before[0]!.map((_, x) => before.map((row) => row[x]!).toReversed());
			expect(picture(turned(turn))).toEqual(clockwise);
		}
		expect([quartersOf(3), isMirrored(3), isMirrored(4)]).toEqual([3, false, true]);
	});
	it("keeps the names of its lines", () => {
		const columns = ["A", "B", "C", "D", "E"];
		expect(labelsOf(gridFor(0), columns)).toEqual({ across: columns, down: ["3", "2", "1"] });
		// A quarter clockwise: what was at the left is at the top.
		expect(labelsOf(gridFor(1), columns)).toEqual({ across: ["1", "2", "3"], down: columns });
		expect(labelsOf(gridFor(4), columns)).toEqual({ across: columns.toReversed(), down: ["3", "2", "1"] });
	});
});
