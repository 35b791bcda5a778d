// Store of a recorded search tree, in columns as received, and of the part that is unfolded.
import { batch, signal } from "@preact/signals";
import { type HierarchyNode, hierarchy } from "d3-hierarchy";
import type { Cell } from "../../board/geometry";
import type { Bound, Position, StopReason, TreeChunk, TreeSummary } from "../../wire/messages";
import { fetchTree, fetchTreePiece } from "../thinking/api";
import { isDecided } from "../thinking/score";

export const FILTERS = ["best", "cut", "taken", "wins"] as const;
export type Filter = (typeof FILTERS)[number];
/** Siblings shown before the rest is folded away. */
const SIBLINGS_SHOWN = 12;
/** Nodes unfolded at once, at most. */
const MAX_UNFOLDED = 5_000;
/** A forced win with no more nodes than this is unfolded whole. */
const MAX_FORCED_NODES = 150;
/** Nodes that a filter unfolds, at most. */
const MAX_FILTER_HITS = 150;

interface Columns {
	readonly parent: number[];
	readonly move: (Cell | null)[];
	readonly depth: number[];
	readonly alpha: number[];
	readonly beta: number[];
	readonly value: number[];
	readonly bound: Bound[];
	readonly why: StopReason[];
	readonly best: (Cell | null)[];
	readonly unsearched: number[];
	readonly taken: number[];
	readonly below: number[];
	readonly flags: string[];
	/** Distance from the root. */
	readonly ply: number[];
	readonly children: number[][];
}

const NAMES = [
	"parent",
	"move",
	"depth",
	"alpha",
	"beta",
	"value",
	"bound",
	"why",
	"best",
	"unsearched",
	"taken",
	"below",
	"flags",
] as const;

/** An item of the picture: a node, a count of unsearched moves, or a count of folded siblings. */
export interface Leaf {
	readonly kind: "node" | "unsearched" | "more";
	readonly node: number;
	readonly count: number;
}
export interface Placed extends Leaf {
	readonly x: number;
	readonly y: number;
	readonly column: number;
	/** The parent's position; null at the root. */
	readonly from: { readonly x: number; readonly y: number } | null;
}
export interface Picture {
	readonly places: readonly Placed[];
	readonly height: number;
	readonly columns: number;
	/** Nodes among the items. */
	readonly shown: number;
	readonly where: ReadonlyMap<number, Placed>;
}

export const ROW = 26.2;
export const COLUMN = 210;
const NONE: readonly number[] = [];

export class TreeStore {
	readonly head = signal<TreeSummary | null>(null);
	/** Nodes received so far. */
	readonly loaded = signal(0);
	readonly failed = signal<string | null>(null);
	readonly filter = signal<Filter>("best");
	/** Whether moves searched again are also shown at their earlier places. */
	readonly again = signal(false);
	readonly unfolded = signal<ReadonlySet<number>>(new Set([0]));
	/** Nodes with all siblings shown. */
	readonly whole = signal<ReadonlySet<number>>(new Set());
	readonly selected = signal(0);
	readonly columns: Columns = {
		parent: [],
		move: [],
		depth: [],
		alpha: [],
		beta: [],
		value: [],
		bound: [],
		why: [],
		best: [],
		unsearched: [],
		taken: [],
		below: [],
		flags: [],
		ply: [],
		children: [],
	};
	readonly #stop = new AbortController();

	constructor(readonly position: Position) {}

	/** Search, and fetch the tree piece by piece, from the top. */
	async fetch(ms: number): Promise<void> {
		const { signal: stop } = this.#stop;
		try {
			const head = await fetchTree(this.position, ms, stop);
			this.head.value = head;
			while (this.loaded.value < head.count && !stop.aborted) {
				const piece = await fetchTreePiece(head.id, this.loaded.value, stop);
				this.add(piece);
			}
		} catch (error) {
			if (!stop.aborted) this.failed.value = error instanceof Error ? error.message : String(error);
		}
	}

	close(): void {
		this.#stop.abort();
	}

	add(piece: TreeChunk): void {
		const own = this.columns;
		for (const name of NAMES) (own[name] as unknown[]).push(...piece[name]);
		for (let node = piece.start; node < own.parent.length; node++) {
			const parent = own.parent[node]!;
			own.children.push([]);
			own.ply.push(parent < 0 ? 0 : own.ply[parent]! + 1);
			// The best line comes first.
			if (parent >= 0)
				if (this.has(node, "b")) own.children[parent]!.unshift(node);
				else own.children[parent]!.push(node);
		}
		if (piece.start === 0) this.#unfoldBest();
		this.loaded.value = own.parent.length;
	}

	has(node: number, flag: "p" | "a" | "b"): boolean {
		return this.columns.flags[node]?.includes(flag) ?? false;
	}

	isWin(node: number): boolean {
		return isDecided(this.columns.value[node] ?? 0);
	}

	/** The nodes from the root to a node, both included. */
	path(node: number): number[] {
		const path = [];
		for (let at = node; at >= 0; at = this.columns.parent[at]!) path.unshift(at);
		return path;
	}

	moves(node: number): (Cell | null)[] {
		return this.path(node)
			.slice(1)
			.map((at) => this.columns.move[at]!);
	}

	/** The reply that decided a node's value, if it was searched; where every reply loses, the one of the best line. */
	reply(node: number): number | null {
		const best = this.columns.best[node];
		const children = this.columns.children[node] ?? NONE;
		const decided = children.findLast((child) => {
			const move = this.columns.move[child];
			return best && move && move[0] === best[0] && move[1] === best[1];
		});
		return decided ?? children.findLast((child) => this.has(child, "b")) ?? null;
	}

	// --- unfolding ---

	choose(filter: Filter): void {
		this.filter.value = filter;
		this.unfolded.value = new Set([0]);
		this.whole.value = new Set();
		if (filter === "best") this.#unfoldBest();
		else this.#unfoldFound();
	}

	select(node: number): void {
		this.selected.value = node;
		const above = this.path(node).slice(0, -1);
		const unfolded = this.unfolded.value;
		if (!above.every((at) => unfolded.has(at))) this.unfolded.value = new Set([...unfolded, ...above]);
		// Show all siblings if the move is not among the first few.
		const parent = this.columns.parent[node]!;
		if (parent >= 0 && this.#listed(parent).indexOf(node) >= SIBLINGS_SHOWN) this.showAll(parent);
	}

	toggle(node: number): void {
		const unfolded = new Set(this.unfolded.value);
		if (!unfolded.delete(node)) unfolded.add(node);
		this.unfolded.value = unfolded;
	}

	showAll(node: number): void {
		this.whole.value = new Set([...this.whole.value, node]);
	}

	/** Unfold a branch, up to the limit. */
	unfoldAll(node: number): void {
		const unfolded = new Set(this.unfolded.value);
		const whole = new Set(this.whole.value);
		const waiting = [node];
		for (let i = 0; i < waiting.length && i < MAX_UNFOLDED; i++) {
			const at = waiting[i]!;
			unfolded.add(at);
			whole.add(at);
			waiting.push(...this.#listed(at));
		}
		batch(() => {
			this.unfolded.value = unfolded;
			this.whole.value = whole;
		});
	}

	isUnfolded(node: number): boolean {
		return this.unfolded.value.has(node);
	}

	#unfoldBest(): void {
		const line = [0];
		for (;;) {
			const next = this.columns.children[line.at(-1)!]?.find((child) => this.has(child, "b"));
			if (next === undefined) break;
			line.push(next);
		}
		this.unfolded.value = new Set(this.columns.why[0] === "forced" ? this.#forced(line) : line.slice(0, 4));
	}

	/** What is unfolded of a forced win: everything if that is not too much, else the main line with the replies beside it. */
	#forced(line: readonly number[]): readonly number[] {
		const all = this.columns.parent.length;
		return all <= MAX_FORCED_NODES ? Array.from({ length: all }, (_, node) => node) : line;
	}

	#unfoldFound(): void {
		const unfolded = new Set([0]);
		let found = 0;
		for (let node = 1; node < this.columns.parent.length && found < MAX_FILTER_HITS; node++)
			if (this.matches(node)) {
				found += 1;
				for (const at of this.path(node).slice(0, -1)) unfolded.add(at);
			}
		this.unfolded.value = unfolded;
	}

	matches(node: number): boolean {
		switch (this.filter.value) {
			case "cut":
				return this.columns.why[node] === "cut";
			case "taken":
				return this.columns.taken[node]! > 0;
			case "wins":
				return this.isWin(node);
			default:
				return true;
		}
	}

	/** The moves of a node that pass the filter: matches, and the way to them. */
	#listed(node: number): readonly number[] {
		const children = this.columns.children[node] ?? NONE;
		const again = this.again.value;
		const some = again ? children : children.filter((child) => !this.has(child, "a"));
		const filter = this.filter.value;
		if (filter === "best") return some;
		return some.filter((child) => this.matches(child) || this.unfolded.value.has(child));
	}

	/** Whether there is anything to unfold. */
	hasMore(node: number): boolean {
		return this.#listed(node).length > 0;
	}

	listed(node: number): readonly number[] {
		return this.#listed(node);
	}

	/** Layout of everything unfolded. */
	picture(): Picture {
		const unfolded = this.unfolded.value;
		const whole = this.whole.value;
		const filtered = this.filter.value !== "best";
		const below = (leaf: Leaf): Leaf[] => {
			if (leaf.kind !== "node" || !unfolded.has(leaf.node)) return [];
			const all = this.#listed(leaf.node);
			const few = whole.has(leaf.node) || all.length <= SIBLINGS_SHOWN + 1 ? all : all.slice(0, SIBLINGS_SHOWN);
			const leaves: Leaf[] = few.map((node) => ({ kind: "node", node, count: 0 }));
			if (few.length < all.length) leaves.push({ kind: "more", node: leaf.node, count: all.length - few.length });
			const unsearched = this.columns.unsearched[leaf.node] ?? 0;
			if (unsearched && !filtered && all.length)
				leaves.push({ kind: "unsearched", node: leaf.node, count: unsearched });
			return leaves;
		};
		// Each column is filled from the top, so that the best line runs straight along it and everything else starts beside it.
		const root = hierarchy<Leaf>({ kind: "node", node: 0, count: 0 }, below);
		const places: Placed[] = [];
		const where = new Map<number, Placed>();
		const done = new Map<HierarchyNode<Leaf>, Placed>();
		const last: { y: number; parent: HierarchyNode<Leaf> | null }[] = [];
		let height = 0;
		root.each((one) => {
			const above = last[one.depth];
			const from = one.parent && done.get(one.parent)!;
			const free = above ? above.y + ROW * (above.parent === one.parent ? 1 : 1.45) : 0;
			const y = Math.max(free, from?.y ?? 0);
			const placed: Placed = {
				...one.data,
				x: one.depth * COLUMN,
				y,
				column: one.depth,
				from: from && { x: from.x, y: from.y },
			};
			height = Math.max(height, y);
			last[one.depth] = { y, parent: one.parent };
			done.set(one, placed);
			places.push(placed);
			if (placed.kind === "node") where.set(placed.node, placed);
		});
		return { places, height, columns: last.length, shown: where.size, where };
	}
}
