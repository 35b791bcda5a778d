import { describe, expect, it } from "vitest";
import { nameOf } from "../src/board/geometry";
import { cellUnder, lettersIn, named, sizeOf, textOf, toggled } from "../src/figure/cells";
import { lettersAt } from "../src/figure/FigureDialog";

const size = { width: 19, height: 19 };

describe("letters of a figure", () => {
	it("are typed as cells, each once, and what is no cell is left out", () => {
		expect(lettersIn("k10, L11=x k10 I3 Z9 A20", size)).toEqual([
			{ cell: [9, 9], text: "" },
			{ cell: [10, 8], text: "x" },
		]);
	});
	it("of a file are text: cells alone where they are A, B, C …", () => {
		const letters = lettersIn("K10=A L11=B", size);
		expect(textOf(letters, size)).toBe("K10 L11");
		expect(textOf(letters.toReversed(), size)).toBe("L11=B K10=A");
	});
	it("of a file stand where the figure has no stone", () => {
		const start = {
			rules: "42",
			rows: Array<string>(19).fill(".".repeat(19)),
			to_move: "X" as const,
			taken: [0, 0] as [number, number],
		};
		const letters = lettersIn("K10=a L11=b", size);
		expect(lettersAt({ start, moves: [[9, 9]], letters: [[], letters] }, 1)).toBe("L11=b");
		expect(lettersAt({ start, moves: [[9, 9]], letters: [[], letters] }, 0)).toBe("");
	});
	it("get the next free names where they have none, as on the server", () => {
		const texts = (text: string) => named(lettersIn(text, size)).map((letter) => letter.text);
		expect(texts("K10 L11=B A1")).toEqual(["A", "B", "C"]);
		const cells = Array.from({ length: 28 }, (_, i) => nameOf([i % 19, Math.floor(i / 19)], size)).join(" ");
		expect(texts(cells).slice(25)).toEqual(["Z", "AA", "AB"]);
	});
	it("are put and taken away by a click", () => {
		expect(toggled("K10", [10, 8], size)).toBe("K10 L11");
		expect(toggled("K10 L11", [9, 9], size)).toBe("L11");
		expect(toggled("K10=x", [10, 8], size)).toBe("K10=x L11");
	});
	it("stand where the picture was clicked, list and caption apart", () => {
		const picture = sizeOf('<svg viewBox="0 0 812 892" role="img">');
		expect(picture).toEqual({ width: 812, height: 892 });
		expect(cellUnder(46 / 812, 46 / 892, picture, size)).toEqual([0, 0]);
		expect(cellUnder((46 + 9 * 40 + 15) / 812, (46 + 18 * 40 - 15) / 892, picture, size)).toEqual([9, 18]);
		expect(cellUnder(0.5, 0.99, picture, size)).toBeNull();
	});
});
