import { describe, expect, it } from "vitest";
import { cellOf, columns, gridOf, inset, nameOf, scaleOf, stars } from "../src/board/geometry";

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
