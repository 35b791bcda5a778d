import { describe, expect, it } from "vitest";
import { bigScore, scoreWords, shortScore } from "../src/analysis/thinking/score";
import { sharesText } from "../src/analysis/thinking/shares";
import { triedText } from "../src/analysis/thinking/tried";
import { cutText } from "../src/analysis/tree/cutText";
import { ROW, TreeStore } from "../src/analysis/tree/treeStore";
import { count, points } from "../src/i18n/numbers";
import type { Bound, LineMove, Position, Refutation, StopReason, TreeChunk } from "../src/wire/messages";

const name = (side: "X" | "O") => (side === "X" ? "Black" : "White");

describe("scores", () => {
	it("are from the view of the side that thinks", () => {
		expect(bigScore({ score: -95, win_in: null })).toBe("−95");
		expect(scoreWords({ score: -95, win_in: null }, "X", name)).toBe("White is a little ahead");
		expect(scoreWords({ score: 120, win_in: null }, "O", name)).toBe("White is clearly ahead");
		expect(scoreWords({ score: 3, win_in: null }, "X", name)).toBe("The game is even");
	});
	it("count wins in moves of the winner", () => {
		expect(scoreWords({ score: -29987, win_in: -13 }, "X", name)).toBe("White wins in 7");
		expect(shortScore({ score: 29993, win_in: 7 })).toBe("win 4");
		expect(shortScore({ score: -29994, win_in: -6 })).toBe("loss 3");
		expect(bigScore({ score: 29993, win_in: 7 })).toBe("+∞");
	});
	it("are written with signs and spaces between thousands", () => {
		expect(points(0)).toBe("0");
		expect(points(1064)).toBe("+1 064");
		expect(count(481400)).toBe("481 400");
	});
});

describe("the shares of the network", () => {
	const at = (x: number, points: number) => ({ cell: [x, 1] as [number, number], points });
	const column = ([x]: readonly [number, number]) => "ABCDEFGH"[x]!;
	it("are named with their signs, the largest only", () => {
		const shares = [at(1, 70), at(0, -22), at(2, 14), at(4, 9), at(3, -1)];
		expect(sharesText(shares, column)).toBe(
			"For the network, these points matter most: B\u00a0+70, A\u00a0−22, C\u00a0+14, E\u00a0+9.",
		);
		expect(sharesText(shares.slice(0, 1), column)).toBe("For the network, these points matter most: B\u00a0+70.");
	});
	it("may be none", () => {
		expect(sharesText([], column)).toBe("Here the network adds nothing for any single point.");
	});
});

describe("a point that was tried", () => {
	const named = { cell: ([x, y]: readonly [number, number]) => `${"ABCDEFGH"[x]}${y}`, side: name };
	const step = (x: number, color: "X" | "O"): LineMove => ({
		cell: [x, 1],
		color,
		captured: [],
		fives: [],
		over: false,
	});
	const answer: Refutation = {
		score: -30,
		win_in: null,
		depth: 4,
		steps: [step(0, "X"), step(1, "O")],
		ms: 1,
		reasons: ["open_three"],
		reply_reasons: ["stops_open_four"],
	};
	const best = { cell: [2, 1] as [number, number], score: 5, win_in: null };
	it("is told in a sentence with the answer and the best", () => {
		const said = "A1 makes an open three; White answers B1, which stops the open four.";
		expect(triedText(answer, null, named)).toBe(said);
		expect(triedText(answer, { ...best, cell: [0, 1] }, named)).toBe(said);
		expect(triedText(answer, best, named)).toBe(`${said} The best, C1, is worth 35 points more.`);
		expect(triedText({ ...answer, score: 0 }, best, named)).toBe(`${said} It is about as good as the best, C1.`);
		expect(triedText(answer, { ...best, win_in: 7 }, named)).toBe(`${said} C1 would win in 4.`);
	});
	it("wins or loses", () => {
		expect(triedText({ ...answer, win_in: -16 }, best, named)).toBe(
			"After A1, White answers B1, which stops the open four, and wins in 8.",
		);
		expect(triedText({ ...answer, win_in: 5 }, best, named)).toBe("A1 wins in 3: it makes an open three.");
		const five = { ...answer, win_in: 1, steps: [step(0, "X")], reasons: ["five" as const] };
		expect(triedText(five, best, named)).toBe("A1 makes five in a row.");
	});
});

const POSITION: Position = { rules: "42", rows: ["..", ".."], to_move: "X", taken: [0, 0] };

interface Given {
	parent: number;
	flags?: string;
	why?: StopReason;
	taken?: number;
	value?: number;
	alpha?: number;
	beta?: number;
	best?: [number, number] | null;
	unsearched?: number;
}

function pieceOf(nodes: readonly Given[]): TreeChunk {
	const below = nodes.map(() => 0);
	for (let i = nodes.length - 1; i > 0; i--) below[nodes[i]!.parent]! += 1 + below[i]!;
	return {
		start: 0,
		parent: nodes.map(({ parent }) => parent),
		move: nodes.map((_, i) => (i ? [i % 19, Math.floor(i / 19) % 19] : null)),
		depth: nodes.map(() => 1),
		alpha: nodes.map(({ alpha = -30000 }) => alpha),
		beta: nodes.map(({ beta = 30000 }) => beta),
		value: nodes.map(({ value = 0 }) => value),
		bound: nodes.map((): Bound => "exact"),
		why: nodes.map(({ why = "searched" }) => why),
		best: nodes.map(({ best = null }) => best),
		unsearched: nodes.map(({ unsearched = 0 }) => unsearched),
		taken: nodes.map(({ taken = 0 }) => taken),
		below,
		flags: nodes.map(({ flags = "" }) => flags),
	};
}

function treeOf(nodes: readonly Given[]): TreeStore {
	const tree = new TreeStore(POSITION);
	tree.add(pieceOf(nodes));
	return tree;
}

describe("the search tree", () => {
	const small = () =>
		treeOf([
			{ parent: -1, flags: "b" },
			{ parent: 0 },
			{ parent: 0, flags: "b" },
			{ parent: 0, flags: "a" },
			{ parent: 2, flags: "b", unsearched: 4 },
			{ parent: 2, why: "cut" },
			{ parent: 1, taken: 2 },
		]);

	it("draws the best line straight along the top", () => {
		const picture = small().picture();
		expect([0, 2, 4].map((node) => picture.where.get(node)?.y)).toEqual([0, 0, 0]);
		const others = picture.places.filter((place) => place.kind === "node" && ![0, 2, 4].includes(place.node));
		expect(others.every((place) => place.y >= ROW * 0.99)).toBe(true);
	});
	it("goes on along the best line where every reply loses", () => {
		const tree = small();
		expect(tree.columns.best.every((best) => best === null)).toBe(true);
		expect([0, 2, 1].map((node) => tree.reply(node))).toEqual([2, 4, null]);
	});
	it("starts every column beside the best line", () => {
		const wide = treeOf([
			{ parent: -1, flags: "b" },
			{ parent: 0, flags: "b" },
			{ parent: 0 },
			{ parent: 0 },
			...Array.from({ length: 10 }, () => ({ parent: 1 })),
		]).picture();
		expect([1, 2, 3].map((node) => wide.where.get(node)!.y / ROW)).toEqual([0, 1, 2]);
	});
	it("unfolds a forced win", () => {
		const forced = (parent: number) => ({ parent, why: "forced" as const });
		const tree = treeOf([forced(-1), forced(0), forced(1), forced(1), forced(2), forced(3), forced(4), forced(5)]);
		expect(tree.picture().shown).toBe(8);
	});
	it("explains a cut-off with its moves and numbers", () => {
		const naming = {
			name: ([x]: readonly [number, number]) => `C${x}`,
			side: name,
			colours: { X: "black", O: "white" } as const,
		};
		const cut = (parent: number, changes: Partial<Given>) => ({ parent, why: "cut" as const, ...changes });
		const tree = treeOf([
			{ parent: -1, flags: "b" },
			{ parent: 0, flags: "b", value: 12 },
			cut(0, { value: -260, alpha: 12, best: [7, 0], unsearched: 4 }),
			cut(2, { value: 40, beta: 33, best: [8, 0], unsearched: 1 }),
			cut(0, { value: -30, alpha: 5, best: [9, 0] }),
			cut(0, { value: 29990, best: null }),
		]);
		expect(cutText(tree, 2, naming)).toBe(
			"White answers C7, so C2 is worth −260 at best. Black already has C1, worth +12. No need to look at White’s 4 other answers: this branch is cut off.",
		);
		expect(cutText(tree, 3, naming)).toBe(
			"Black answers C8, so C3 is worth +40 at least. White is already sure of +33. No need to look at Black’s other answer: this branch is cut off.",
		);
		expect(cutText(tree, 4, naming)).toBe("White answers C9, so C4 is worth −30 at best. Black is already sure of +5.");
		expect(cutText(tree, 5, naming)).toMatch("One answer was good enough");
	});
	it("keeps siblings apart", () => {
		const picture = small().picture();
		for (const one of picture.places)
			for (const two of picture.places)
				if (one !== two && one.column === two.column) expect(Math.abs(one.y - two.y)).toBeGreaterThan(ROW - 0.01);
	});
	it("hides searches that were repeated, unless asked for", () => {
		const tree = small();
		expect(tree.picture().where.has(3)).toBe(false);
		tree.again.value = true;
		expect(tree.picture().where.has(3)).toBe(true);
	});
	it("shows the nodes that match a filter, and the paths to them", () => {
		const tree = small();
		tree.choose("taken");
		expect([...tree.picture().where.keys()].sort()).toEqual([0, 1, 6]);
		tree.choose("cut");
		expect([...tree.picture().where.keys()].sort()).toEqual([0, 2, 5]);
	});
	it("folds, unfolds, and reveals the selected node", () => {
		const tree = small();
		expect(tree.picture().where.has(6)).toBe(false);
		tree.select(6);
		expect(tree.picture().where.has(6)).toBe(true);
		tree.toggle(1);
		expect(tree.picture().where.has(6)).toBe(false);
	});
	it("folds the rest of many siblings into one item", () => {
		const tree = treeOf([{ parent: -1, flags: "b" }, ...Array.from({ length: 40 }, () => ({ parent: 0 }))]);
		const more = tree.picture().places.find((place) => place.kind === "more");
		expect(more?.count).toBe(28);
		tree.showAll(0);
		expect(tree.picture().shown).toBe(41);
	});
	it("lays out thousands of nodes quickly", () => {
		const nodes: Given[] = [{ parent: -1, flags: "b" }];
		for (let i = 1; i < 8000; i++) nodes.push({ parent: Math.floor((i - 1) / 6) });
		const tree = treeOf(nodes);
		tree.unfoldAll(0);
		const began = process.cpuUsage(); // processor time: the machine may be busy with something else
		expect(tree.picture().shown).toBeGreaterThan(4000);
		const { user, system } = process.cpuUsage(began);
		expect((user + system) / 1000).toBeLessThan(500);
	});
});
