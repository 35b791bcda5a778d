// An immutable move tree and its operations. It knows no rules: captures come from the server.
import { type Cell, key, other, type Side, same } from "../../board/geometry";
import type { Placed } from "../../board/placed";
import { fromRows } from "../../board/placed";
import type { Letter, Position, Study, StudyNode } from "../../wire/messages";

export interface Move {
	/** The node before it; -1 for the root, which holds no move. */
	readonly parent: number;
	readonly cell: Cell | null;
	readonly color: Side | null;
	readonly captured: readonly Cell[];
	readonly comment: string;
	readonly ms: number | null;
	/** The node's number in the file it came from. */
	readonly origin: number | null;
	/** On the board after it. */
	readonly letters: readonly Letter[];
	/** The moves that follow, the main line first. */
	readonly children: readonly number[];
}

export type Tree = readonly Move[];

/** Moves that a study may hold, variations included. */
export const MAX_MOVES = 3_000;
export const ROOT: Move = {
	parent: -1,
	cell: null,
	color: null,
	captured: [],
	comment: "",
	ms: null,
	origin: null,
	letters: [],
	children: [],
};
export const EMPTY: Tree = [ROOT];

/** The nodes from the root to a node, without the root. */
export function pathTo(tree: Tree, at: number): number[] {
	const path: number[] = [];
	for (let node = at; node > 0; node = tree[node]!.parent) path.push(node);
	return path.reverse();
}

export const cellsTo = (tree: Tree, at: number): Cell[] => pathTo(tree, at).map((node) => tree[node]!.cell!);

/** The last node of the line through a node. */
export function endOf(tree: Tree, at: number): number {
	let node = at;
	while (tree[node]!.children.length) node = tree[node]!.children[0]!;
	return node;
}

export const mainLine = (tree: Tree): number[] => pathTo(tree, endOf(tree, 0));

/** The tree with a move added, and its node; an existing move is found instead. */
export function withMove(
	tree: Tree,
	parent: number,
	move: { cell: Cell; color: Side; captured: readonly Cell[] },
): [Tree, number] {
	const known = tree[parent]!.children.find((child) => same(tree[child]!.cell, move.cell));
	if (known !== undefined) return [tree, known];
	const number = tree.length;
	const next = tree.map((node, i) => (i === parent ? { ...node, children: [...node.children, number] } : node));
	next.push({ ...ROOT, ...move, parent });
	return [next, number];
}

export const withComment = (tree: Tree, at: number, comment: string): Tree =>
	tree.map((node, i) => (i === at ? { ...node, comment } : node));

/** The tree without a node and its descendants, and the new number of each other node. */
export function without(tree: Tree, at: number): [Tree, (node: number) => number] {
	const gone = new Set<number>();
	const visit = (node: number): void => {
		gone.add(node);
		tree[node]!.children.forEach(visit);
	};
	visit(at);
	const numbers = new Map<number, number>();
	tree.forEach((_, i) => {
		if (!gone.has(i)) numbers.set(i, numbers.size);
	});
	const next = tree.flatMap((node, i) =>
		gone.has(i)
			? []
			: [
					{
						...node,
						parent: node.parent < 0 ? -1 : numbers.get(node.parent)!,
						children: node.children.flatMap((child) => numbers.get(child) ?? []),
					},
				],
	);
	return [next, (node) => numbers.get(node) ?? 0];
}

/** Make the line through a node the main line. */
export function promoted(tree: Tree, at: number): Tree {
	const path = new Set(pathTo(tree, at));
	return tree.map((node) => {
		const first = node.children.find((child) => path.has(child));
		return first === undefined
			? node
			: { ...node, children: [first, ...node.children.filter((child) => child !== first)] };
	});
}

/** Nodes that a deletion would remove. */
export const countFrom = (tree: Tree, at: number): number =>
	1 + tree[at]!.children.reduce((sum, child) => sum + countFrom(tree, child), 0);

// --- the wire ---

export function fromStudy(study: Study): Tree {
	const children: number[][] = study.nodes.map(() => []);
	study.nodes.forEach((node, i) => {
		if (i) children[node.parent]!.push(i);
	});
	// An older study in this browser may have no letters.
	return study.nodes.map((node, i) => ({ ...node, letters: node.letters ?? [], children: children[i]! }));
}

/** Parents before children, the main line first. */
export function toNodes(tree: Tree, comment: (node: number) => string): StudyNode[] {
	const nodes: StudyNode[] = [];
	const numbers = new Map<number, number>();
	const todo = [0];
	while (todo.length) {
		const at = todo.pop()!;
		const { parent, cell, color, captured, ms, origin, letters, children } = tree[at]!;
		numbers.set(at, nodes.length);
		nodes.push({
			parent: parent < 0 ? -1 : numbers.get(parent)!,
			cell: cell ? [cell[0], cell[1]] : null,
			color,
			captured: captured.map(([x, y]) => [x, y]),
			comment: comment(at),
			ms,
			origin: origin ?? null,
			letters: [...letters],
		});
		todo.push(...children.toReversed());
	}
	return nodes;
}

// --- positions ---

export interface Spot {
	readonly rows: string[];
	readonly stones: readonly Placed[];
	readonly last: Placed | null;
	readonly traces: readonly { cell: Cell; side: Side }[];
	readonly taken: [number, number];
	readonly side: Side;
	/** Moves played. */
	readonly number: number;
}

/** The position at a node. */
export function spotAt(start: Position, tree: Tree, at: number): Spot {
	const stones = new Map<string, Placed>(fromRows(start.rows).map((stone) => [key(stone.cell), stone]));
	const taken: [number, number] = [start.taken[0], start.taken[1]];
	let last: Placed | null = null;
	let traces: { cell: Cell; side: Side }[] = [];
	let side: Side = start.to_move;
	let number = 0;
	for (const node of pathTo(tree, at)) {
		const { cell, color, captured } = tree[node]!;
		number += 1;
		last = { cell: cell!, side: color!, number };
		stones.set(key(cell!), last);
		traces = captured.map((gone) => ({ cell: gone, side: other(color!) }));
		for (const gone of captured) stones.delete(key(gone));
		taken[color === "X" ? 0 : 1] += captured.length;
		side = other(color!);
	}
	const rows = start.rows.map((row) => Array<string>(row.length).fill("."));
	for (const { cell, side: owner } of stones.values()) rows[cell[1]]![cell[0]] = owner;
	return { rows: rows.map((row) => row.join("")), stones: [...stones.values()], last, traces, taken, side, number };
}

/** The number of a node in the order of `toNodes`. */
export function placeOf(tree: Tree, at: number): number {
	const todo = [0];
	for (let number = 0; todo.length; number++) {
		const node = todo.pop()!;
		if (node === at) return number;
		todo.push(...tree[node]!.children.toReversed());
	}
	return 0;
}

/** The node that those moves lead to from the start; null if there is none. */
export function nodeAt(tree: Tree, cells: readonly Cell[]): number | null {
	let node: number | null = 0;
	for (const cell of cells) {
		const next: number | undefined = tree[node]!.children.find((child) => same(tree[child]!.cell, cell));
		if (next === undefined) return null;
		node = next;
	}
	return node;
}
