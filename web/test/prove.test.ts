import { describe, expect, it } from "vitest";
import { stateOf } from "../src/analysis/prove/ProofStages";
import { branchesOf, neighbour, reached } from "../src/analysis/prove/proofBranches";
import { beginning, cellsOf, cutTo, defenceAt, isCut, lineOf, nodeAt, replied } from "../src/analysis/prove/proofWalk";
import { ATTACKS, FRESH, isOpen, Prover, toldOf } from "../src/analysis/prove/prover";
import { shapeText } from "../src/analysis/prove/shapes";
import { fromKept, positionAt, toKeep } from "../src/analysis/study/keptProofs";
import { cellsTo, EMPTY, promoted, type Tree, withMove, without } from "../src/analysis/study/moveTree";
import { positionKey } from "../src/analysis/thinking/api";
import type { Cell } from "../src/board/geometry";
import type { Position, Proof, ProofNode } from "../src/wire/messages";

const node = (move: Cell, plies: number, replies: [Cell[], number][] = [], rest: number | null = null): ProofNode => ({
	move: [move[0], move[1]],
	plies,
	defence:
		plies > 1
			? { replies: replies.map(([cells, answer]) => ({ cells: cells.map(([x, y]) => [x, y]), node: answer })), rest }
			: null,
});
const NOTHING: Proof = {
	outcome: "unknown",
	decided: false,
	nodes: [],
	win: null,
	lost: null,
	threat: null,
	open: [],
	plies: null,
	line: [],
	attack: null,
	exhausted: false,
};
/** An open four: one end is closed, five is made at the other. */
const WIN: Proof = {
	...NOTHING,
	outcome: "win",
	decided: true,
	nodes: [node([4, 4], 3, [[[[5, 4]], 2]], 1), node([5, 4], 1), node([0, 4], 1)],
	win: 0,
	plies: 3,
};

describe("the cells of a proof", () => {
	it("are all that either side plays, so that the board can be enlarged around them", () => {
		expect(cellsOf(WIN)).toEqual(
			expect.arrayContaining([
				[4, 4],
				[5, 4],
				[0, 4],
			]),
		);
		const lost = { replies: [{ cells: [[9, 9] as [number, number]], node: 0 }], rest: null };
		expect(cellsOf({ ...NOTHING, lost })).toEqual([[9, 9]]);
	});
});

describe("a proof that is kept", () => {
	const LARGE: Proof = {
		...WIN,
		nodes: [node([4, 4], 5, [[[[5, 4]], 1]], 2), node([0, 4], 3, [[[[1, 4]], 3]]), node([5, 4], 1), node([6, 4], 1)],
		plies: 5,
	};

	it("has the nodes near its root, and says where more was left out", () => {
		expect(cutTo(LARGE, 4)).toBe(LARGE);
		const cut = cutTo(LARGE, 3);
		expect(cut.nodes).toHaveLength(3);
		expect(cut.nodes[0]).toEqual(LARGE.nodes[0]);
		const walk = replied(cut, beginning(cut)!, [5, 4])!;
		expect(isCut(cut, walk)).toBe(true);
		expect(
			cutTo({ ...LARGE, win: null, lost: { replies: [{ cells: [[0, 0]], node: 3 }], rest: null } }, 3).lost,
		).toBeNull();
	});

	const start: Position = { rules: "42", rows: [".....", ".....", "....."], to_move: "X", taken: [0, 0] };
	const grow = (tree: Tree, from: number, cell: Cell, color: "X" | "O") =>
		withMove(tree, from, { cell, color, captured: [] });
	const [first] = grow(EMPTY, 0, [1, 1], "X");
	const [tree] = grow(first, 1, [2, 2], "O");
	const attempt = {
		...toldOf(
			FRESH,
			{
				type: "proving",
				id: "a",
				nodes: 7,
				ms: 3.4,
				depth: 3,
				refuted: 0,
				waiting: false,
				done: true,
				proof: WIN,
				refused: null,
				attack: null,
				stages: [],
			},
			0,
		),
		proof: WIN,
	};
	const settled = new Map([[positionKey(positionAt(start, tree, 2)), { attempt, path: cellsTo(tree, 2) }]]);

	it("comes back at its position, in a study of the same moves", () => {
		const kept = toKeep(start, tree, settled);
		expect(kept).toMatchObject([{ node: 2, nodes: 7, ms: 3, depth: 3, proof: { outcome: "win" } }]);
		const prover = new Prover();
		prover.restore(fromKept(start, tree, kept));
		expect(prover.of(positionAt(start, tree, 2))).toMatchObject({ state: "done", nodes: 7, isKept: true });
		expect(toKeep(start, tree, prover.settled.value)).toEqual(kept);
		// A variation before it moves its node in the file, not the proof.
		const [branched] = grow(tree, 0, [0, 0], "X");
		expect(toKeep(start, promoted(branched, 3), settled)).toMatchObject([{ node: 3 }]);
	});

	it("is dropped with the moves of its position", () => {
		expect(toKeep(start, without(tree, 2)[0], settled)).toEqual([]);
		expect(toKeep({ ...start, taken: [2, 0] }, tree, settled)).toEqual([]);
		const many = new Map(
			Array.from({ length: 50 }, (_, i) => [
				i === 49 ? [...settled.keys()][0]! : `other ${i}`,
				[...settled.values()][0]!,
			]),
		);
		expect(toKeep(start, tree, many)).toHaveLength(1);
	});
});

describe("the tree of a proof", () => {
	/** The attacker's first move, two replies, and another reply after the first answer. */
	const TREE: Proof = {
		...WIN,
		nodes: [
			node([4, 4], 5, [[[[5, 4]], 1]], 2),
			node([0, 4], 3, [
				[[[1, 4]], 3],
				[
					[
						[2, 4],
						[3, 4],
					],
					4,
				],
			]),
			node([5, 4], 1),
			node([6, 4], 1),
			node([7, 4], 1),
		],
		plies: 5,
	};
	const start = beginning(TREE)!;

	it("has every reply beside its answer, in rows from the longest resistance on", () => {
		const branches = branchesOf(TREE, "win", "all", start);
		expect(branches.map(({ row, walk }) => [row, walk.steps.map((step) => step.node)])).toEqual([
			[0, []],
			[0, [1]],
			[2, [2]],
			[0, [1, 3]],
			[1, [1, 4]],
		]);
		expect(branches[4]!.cells).toHaveLength(2);
		expect(branchesOf(TREE, "win", "longest", start).map(({ walk }) => walk.steps.length)).toEqual([0, 1, 2]);
	});

	it("is walked by arrow keys", () => {
		const branches = branchesOf(TREE, "win", "all", start);
		const go = (from: number, ...keys: string[]) => keys.reduce((at, key) => neighbour(branches, at, key), from);
		expect(go(0, "ArrowRight")).toBe(1);
		expect(go(0, "ArrowRight", "ArrowDown")).toBe(2);
		expect(go(2, "ArrowUp", "ArrowRight", "ArrowDown")).toBe(4);
		expect(go(4, "ArrowDown"), "the last one of its column").toBe(4);
		expect(go(4, "ArrowLeft", "ArrowLeft", "ArrowLeft")).toBe(0);
		expect(go(4, "Home")).toBe(0);
		const there = replied(TREE, replied(TREE, start, [5, 4])!, [3, 4])!;
		expect(reached(branches, there), "by any reply with that answer").toBe(4);
	});

	it("is folded where it is too large, but not on the way walked", () => {
		const wide = (from: number): [Cell[], number][] => Array.from({ length: 100 }, (_, i) => [[[i % 19, from]], 3 + i]);
		const large: Proof = {
			...TREE,
			nodes: [
				node([4, 4], 5, [
					[[[5, 4]], 1],
					[[[6, 4]], 2],
				]),
				node([0, 4], 3, wide(0)),
				node([1, 4], 3, wide(1)),
				...Array.from({ length: 100 }, (_, i) => node([i % 19, 5], 1)),
			],
		};
		const drawn = branchesOf(large, "win", "all", start);
		expect(drawn.map(({ folded }) => folded).filter(Boolean)).toEqual([100, 100]);
		const second = { root: "win" as const, steps: [{ reply: [6, 4] as Cell, node: 2 }] };
		const there = branchesOf(large, "win", "all", second);
		expect(there[reached(there, second)]!.children).toHaveLength(100);
		expect(
			there.filter(({ parent }) => parent === 0).map(({ row }) => row),
			"the other defence is beside it",
		).toEqual([0, 1]);
	});

	it("ends where a proof that was kept runs in circles", () => {
		const circle: Proof = { ...TREE, nodes: [node([4, 4], 5, [[[[5, 4]], 0]])] };
		expect(branchesOf(circle, "win", "all", start).length).toBeLessThan(300);
	});
});

describe("the walk through a proof", () => {
	it("begins with the winning move, and nowhere where nothing is proved", () => {
		const walk = beginning(WIN)!;
		expect(lineOf(WIN, walk)).toEqual([[4, 4]]);
		expect(defenceAt(WIN, walk)).toEqual(WIN.nodes[0]!.defence);
		expect(beginning(NOTHING)).toBeNull();
	});

	it("answers a listed reply, and any other one", () => {
		const walk = beginning(WIN)!;
		expect(lineOf(WIN, replied(WIN, walk, [5, 4])!)).toEqual([
			[4, 4],
			[5, 4],
			[0, 4],
		]);
		const other = replied(WIN, walk, [9, 9])!;
		expect(lineOf(WIN, other)).toEqual([
			[4, 4],
			[9, 9],
			[5, 4],
		]);
		expect(defenceAt(WIN, other)).toBeNull();
		expect(isCut(WIN, other)).toBe(false);
		expect(replied(WIN, other, [8, 8])).toBeNull();
	});

	it("says where a large tree was cut", () => {
		const cut: Proof = { ...WIN, nodes: [{ move: [4, 4], plies: 9, defence: null }] };
		expect(isCut(cut, beginning(cut)!)).toBe(true);
	});

	it("begins with the loser's moves where all lose, and passes before a threat", () => {
		const lost: Proof = {
			...WIN,
			outcome: "defence",
			win: null,
			lost: { replies: [], rest: 0 },
			threat: 0,
			open: [[1, 1]],
		};
		const walk = beginning(lost)!;
		expect(walk.root).toBe("lost");
		expect(nodeAt(lost, walk)).toBeNull();
		expect(lineOf(lost, replied(lost, walk, [7, 7])!)).toEqual([
			[7, 7],
			[4, 4],
		]);
		expect(lineOf(lost, { root: "threat", steps: [] })).toEqual([null, [4, 4]]);
	});

	it("loses at once where a reply has no answer", () => {
		const five: Proof = { ...WIN, nodes: [node([4, 4], 3, [[[[5, 4]], 1]]), node([5, 4], 1)] };
		expect(replied(five, beginning(five)!, [9, 9])).toBeNull();
	});
});

describe("a move of a proof", () => {
	it("is named by the strongest thing it does", () => {
		expect(shapeText(["takes", "open_four"])).toBe("open four");
		expect(shapeText(["four_three"])).toBe("four + three");
		expect(shapeText(["attacks_pair", "takes"])).toBe("takes");
		expect(shapeText(["stops_open_four"])).toBe("guards");
		expect(shapeText(["quiet"])).toBe("");
	});
});

describe("an attempt", () => {
	const message = {
		type: "proving",
		id: "a",
		nodes: 100,
		ms: 20,
		depth: 4,
		refuted: 2,
		waiting: false,
		done: false,
		proof: null,
		refused: null,
		attack: "threes",
		stages: [
			{ attack: "fours" as const, nodes: 40, ms: 5 },
			{ attack: "threes" as const, nodes: 60, ms: 15 },
		],
	} satisfies Parameters<typeof toldOf>[1];
	const before = toldOf(FRESH, message, 5);

	it("adds to what was searched before", () => {
		expect(before).toMatchObject({ state: "running", nodes: 100, ms: 20, depth: 4, refuted: 2, at: 5 });
		const after = toldOf(before, { ...message, depth: 3, done: true, proof: WIN }, 9);
		expect(after).toMatchObject({ state: "done", nodes: 200, ms: 40, depth: 4, proof: WIN });
	});

	it("tells what became of each kind of attack", () => {
		const states = (attempt: typeof before) => ATTACKS.map((kind) => stateOf(attempt, kind));
		expect(states(before)).toEqual(["none", "runs", "ahead"]);
		const after = toldOf(before, { ...message, done: true, proof: { ...WIN, attack: "threes" } }, 9);
		expect(states(after)).toEqual(["none", "found", "spared"]);
		expect(after.stages[1]).toEqual({ attack: "threes", nodes: 120, ms: 30 });
		const narrow = { ...after, widest: "threes" as const, proof: { ...NOTHING, exhausted: true } };
		expect(states(narrow)).toEqual(["none", "none", "off"]);
		expect(ATTACKS.map((kind) => isOpen(narrow, kind))).toEqual([false, false, true]);
		expect(isOpen(after, "every")).toBe(false);
	});

	it("waits, or fails with the server's reason", () => {
		expect(toldOf(before, { ...message, waiting: true }, 9).state).toBe("waiting");
		expect(toldOf(before, { ...message, done: true, refused: "busy" }, 9)).toMatchObject({
			state: "failed",
			refused: "busy",
		});
	});
});
