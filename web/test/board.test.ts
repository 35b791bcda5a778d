// The board without a room: what it tells screen readers of a cell.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { expect, it } from "vitest";
import { FreeBoard } from "../src/board/FreeBoard";
import type { Cell, Side } from "../src/board/geometry";

const ROW: Cell[] = [0, 1, 2, 3, 4].map((x) => [x, 0]);

it("names a cell, its stone, and what its marks say", () => {
	const place = document.createElement("div");
	document.body.append(place);
	const board = h(FreeBoard, {
		size: { width: 5, height: 5 },
		stones: ROW.map((cell, i) => ({ cell, side: "X" as Side, number: i + 1 })),
		colours: { X: "black", O: "white" },
		marks: {
			last: { cell: [4, 0], side: "X", number: 5 },
			traces: [],
			fives: [ROW],
			breaks: [[2, 2]],
			forbidden: [{ cell: [3, 3], why: "double-three" }],
			takes: [],
		} as never,
		number: 5,
		toMove: null,
		side: "O",
		position: null,
		note: ([x, y]: Cell) => (x === 1 && y === 1 ? "a hint" : ""),
		oneTap: true,
		numbers: false,
		refusal: signal(null),
		onChoose: () => {},
	});
	render(board, place);
	const labels = [...place.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("aria-label"));
	expect(labels).toHaveLength(25);
	expect(labels[4]).toBe("E5, black, last move, in the five");
	expect(labels[6]).toBe("B4, empty, a hint");
	expect(labels[12]).toBe("C3, empty, breaks the five");
	expect(labels[18]).toBe("D2, empty, forbidden, double-three");
	expect(labels[24]).toBe("E1, empty");
	render(null, place);
});
