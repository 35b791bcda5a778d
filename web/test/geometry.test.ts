import { describe, expect, it } from "vitest";
import {
	type Cell,
	cellOf,
	columns,
	gridOf,
	inset,
	nameOf,
	scaleOf,
	span,
	spot,
	stars,
	viewOf,
} from "../src/board/geometry";
import { turned, UPRIGHT } from "../src/board/turn";

const size = (n: number) => ({ width: n, height: n });

describe("names of cells", () => {
	it("leaves out the letter I on boards 19 wide, and counts rows from the bottom", () => {
		expect(nameOf([9, 9], size(19))).toBe("K10");
		expect(nameOf([7, 7], size(15))).toBe("H8");
		expect(nameOf([8, 0], size(15))).toBe("I15");
		expect(columns(19)).not.toContain("I");
	});
	it("uses numbers where letters run out", () => {
		expect(nameOf([26, 29], size(32))).toBe("27-3");
	});
	it("reads every name it writes", () => {
		for (const n of [5, 15, 19, 20, 30])
			for (let x = 0; x < n; x++)
				for (let y = 0; y < n; y++) expect(cellOf(nameOf([x, y], size(n)), size(n))).toEqual([x, y]);
	});
	it("takes small letters and spaces, and refuses what is no cell", () => {
		expect(cellOf(" k10 ", size(19))).toEqual([9, 9]);
		for (const text of ["", "I10", "K20", "K0", "10K", "KK1", "K-1"]) expect(cellOf(text, size(19))).toBeNull();
	});
});

describe("star points", () => {
	it("has nine on 19 lines, five on 15, and none off the board", () => {
		expect(stars(19, 19)).toHaveLength(9);
		expect(stars(15, 15)).toHaveLength(5);
		for (let n = 5; n <= 26; n++)
			for (const [x, y] of stars(n, n)) expect(x >= 0 && y >= 0 && x < n && y < n).toBe(true);
	});
});

describe("the margin", () => {
	it("holds coordinates beside the stones on the edge, and grows with the board", () => {
		for (const compact of [false, true])
			for (const n of [5, 9, 15, 19, 26]) {
				const grid = gridOf(size(n), true, compact);
				const figures = 1.15 * (compact ? 17.5 : 14.5) * scaleOf(grid);
				// 9 units on a 19-line board are 4 px on a phone: the least distance from the edge of the screen.
				expect(inset(grid, compact) - figures / 2).toBeGreaterThan(compact ? 9 * scaleOf(grid) : 0);
				expect(inset(grid, compact) + figures / 2).toBeLessThan(grid.margin - 18.9);
			}
		expect(scaleOf(size(9))).toBeLessThan(0.5);
		expect(gridOf(size(19), true, false).margin).toBe(46);
	});
});

describe("a part of the board", () => {
	const grid = gridOf({ width: 19, height: 19 }, true, false);
	/** Where a cell is in the frame, as a share of it. */
	const shown = (view: ReturnType<typeof viewOf>, cell: Cell) => {
		const [x, y] = spot(grid, cell);
		return [x, y].map((place, i) => (place / span(grid, 19)) * view.scale + [view.x, view.y][i]!);
	};

	it("is enlarged around the cells that matter, which are all in sight", () => {
		const cells: Cell[] = [
			[7, 5],
			[12, 10],
		];
		const view = viewOf(grid, cells);
		expect(view.scale).toBeCloseTo(span(grid, 19) / (10 * 40));
		for (const place of cells.flatMap((cell) => shown(view, cell))) {
			expect(place).toBeGreaterThan(0.1);
			expect(place).toBeLessThan(0.9);
		}
	});

	it("never shows what is beyond the board's edge", () => {
		const view = viewOf(grid, [
			[0, 18],
			[2, 17],
		]);
		expect(view.x).toBe(0);
		expect(view.y).toBeCloseTo(1 - view.scale);
		expect(shown(view, [0, 18])[1]).toBeLessThan(1);
	});

	it("is the whole board where nothing matters, or nearly everything", () => {
		const whole = { scale: 1, x: 0, y: 0 };
		expect(viewOf(grid, [])).toEqual(whole);
		expect(
			viewOf(grid, [
				[2, 2],
				[16, 9],
			]),
		).toEqual(whole);
	});

	it("lies as the board lies", () => {
		const onSide = gridOf({ width: 19, height: 19 }, true, false, turned(UPRIGHT));
		const { x, y } = viewOf(grid, [[3, 9]]);
		const lying = viewOf(onSide, [[3, 9]]);
		expect([lying.y, lying.x]).toEqual([x, y]);
	});
});
