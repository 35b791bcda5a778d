import { describe, expect, it } from "vitest";
import { beginning, defenceAt, isCut, lineOf, nodeAt, replied } from "../src/analysis/prove/proofWalk";
import { toldOf } from "../src/analysis/prove/prover";
import type { Cell } from "../src/board/geometry";
import type { Proof, ProofNode } from "../src/wire/messages";

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
	} as const;
	const before = toldOf(
		{ state: "running", nodes: 0, ms: 0, depth: 0, refuted: 0, proof: null, refused: null, at: 0 },
		message,
		5,
	);

	it("adds to what was searched before", () => {
		expect(before).toMatchObject({ state: "running", nodes: 100, ms: 20, depth: 4, refuted: 2, at: 5 });
		const after = toldOf(before, { ...message, depth: 3, done: true, proof: WIN }, 9);
		expect(after).toMatchObject({ state: "done", nodes: 200, ms: 40, depth: 4, proof: WIN });
	});

	it("waits, or fails with the server's reason", () => {
		expect(toldOf(before, { ...message, waiting: true }, 9).state).toBe("waiting");
		expect(toldOf(before, { ...message, done: true, refused: "busy" }, 9)).toMatchObject({
			state: "failed",
			refused: "busy",
		});
	});
});
