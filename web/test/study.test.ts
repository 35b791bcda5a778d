import { describe, expect, it, test } from "vitest";
import { stepsTo } from "../src/analysis/study/engine/PowerChoice";
import {
	cellsTo,
	countFrom,
	EMPTY,
	fromStudy,
	mainLine,
	promoted,
	spotAt,
	type Tree,
	toNodes,
	withComment,
	withMove,
	without,
} from "../src/analysis/study/moveTree";
import type { Cell } from "../src/board/geometry";
import type { Position, Study } from "../src/wire/messages";

const START: Position = {
	rules: "42",
	rows: [".....", ".....", ".....", ".....", "....."],
	to_move: "X",
	taken: [0, 0],
};

/** Moves one after the other from a node; colours alternate from the root. */
function grow(tree: Tree, from: number, ...cells: Cell[]): [Tree, number] {
	let [grown, at] = [tree, from];
	for (const cell of cells) {
		const color = cellsTo(grown, at).length % 2 ? "O" : "X";
		[grown, at] = withMove(grown, at, { cell, color, captured: [] });
	}
	return [grown, at];
}

const [LINE, END] = grow(EMPTY, 0, [0, 0], [1, 1], [2, 2]);
const [TREE, OTHER] = grow(LINE, 1, [4, 4], [3, 3]);

test("a move that is there already is found", () => {
	expect(grow(TREE, 0, [0, 0], [1, 1])).toEqual([TREE, 2]);
	expect(mainLine(TREE)).toEqual([1, 2, END]);
});

test("a variation becomes the main line, and the old one a variation", () => {
	const tree = promoted(TREE, OTHER);
	expect(cellsTo(tree, mainLine(tree).at(-1)!)).toEqual([
		[0, 0],
		[4, 4],
		[3, 3],
	]);
	expect(tree[1]!.children).toHaveLength(2);
});

test("what is deleted takes what follows with it", () => {
	expect(countFrom(TREE, 2)).toBe(2);
	const [tree, moved] = without(TREE, 2);
	expect(tree).toHaveLength(TREE.length - 2);
	expect(cellsTo(tree, moved(OTHER))).toEqual(cellsTo(TREE, OTHER));
	expect(moved(1)).toBe(1);
	for (const [i, node] of tree.entries()) for (const child of node.children) expect(tree[child]!.parent).toBe(i);
});

test("a tree survives the wire, main line first", () => {
	const grown = withComment(promoted(TREE, OTHER), OTHER, "better");
	const tree = grown.map((move, i) => (i === 1 ? { ...move, origin: 7 } : move));
	const nodes = toNodes(tree, (node) => tree[node]!.comment);
	for (const [i, node] of nodes.entries()) expect(node.parent).toBeLessThan(i);
	const study: Study = {
		start: START,
		nodes,
		black: "",
		white: "",
		title: "",
		result: "",
		dropped: 0,
		date: "",
		source: "(;)",
	};
	const again = fromStudy(study);
	expect(mainLine(again).map((node) => again[node]!.cell)).toEqual(mainLine(tree).map((node) => tree[node]!.cell));
	expect(again.filter((move) => move.comment).map((move) => move.cell)).toEqual([[3, 3]]);
	expect(again.map((move) => move.origin).filter((origin) => origin !== null)).toEqual([7]);
});

test("captured stones are lifted and counted", () => {
	const [tree, at] = withMove(TREE, END, {
		cell: [3, 3],
		color: "O",
		captured: [
			[2, 2],
			[0, 0],
		],
	});
	const spot = spotAt(START, tree, at);
	expect(spot.rows).toEqual([".....", ".O...", ".....", "...O.", "....."]);
	expect(spot.taken).toEqual([0, 2]);
	expect(spot.side).toBe("X");
	expect(spot.traces).toHaveLength(2);
	expect(spotAt(START, tree, END).rows[2]).toBe("..X..");
});

describe("threads and memory of the analysis", () => {
	it("are offered in powers of two up to what the server allows", () => {
		expect(stepsTo(1)).toEqual([1]);
		expect(stepsTo(6)).toEqual([1, 2, 4, 6]);
		expect(stepsTo(64, 8)).toEqual([8, 16, 32, 64]);
		expect(stepsTo(4, 8)).toEqual([4]);
	});
});
