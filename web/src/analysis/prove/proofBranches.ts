// The tree of a proof in columns: for each turn of the defender its replies, each beside its answer.
import type { Proof, ProofDefence } from "../../wire/messages";
import { defenceAt, type Root, type Step, type Walk } from "./proofWalk";

/** Which replies are drawn: all of them, or the one that resists longest. */
export type Shown = "all" | "longest";

/** The root, or a reply with its answer. */
export interface Branch {
	readonly walk: Walk;
	/** The replies that the same answer meets; empty for all that are not listed, and for the root. */
	readonly cells: ProofDefence["replies"][number]["cells"];
	/** From the top, counted in rows; that of the first branch that follows. */
	row: number;
	/** By its number in the list; -1 for the root. */
	readonly parent: number;
	children: number[];
	/** Replies that are not drawn. */
	folded: number;
}

/** Rows that are drawn beside those on the walk: about a screen, so that the defences of a turn are seen together. A fold is opened by
 * going there. */
const SCREEN = 24;
/** The same on a phone, which shows two columns. */
export const PHONE = 10;
const MOST_BRANCHES = 2_000;
const MOST_DEPTH = 200;

/** Whether a walk leads through a branch. */
const leadsThrough = (walk: Walk, branch: Walk): boolean =>
	branch.root === walk.root && branch.steps.every(({ node }, i) => walk.steps[i]?.node === node);

/** The branch that a walk has reached; -1 if it is not drawn. */
export const reached = (branches: readonly Branch[], walk: Walk): number =>
	branches.findIndex((branch) => branch.walk.steps.length === walk.steps.length && leadsThrough(walk, branch.walk));

/** The branches from the root on, each before those that follow it: those on the walk, and the rest while there is room. */
export function branchesOf(proof: Proof, root: Root, shown: Shown, walk: Walk, most = SCREEN): Branch[] {
	const branches: Branch[] = [{ walk: { root, steps: [] }, cells: [], row: 0, parent: -1, children: [], folded: 0 }];
	let rows = 1;
	const waiting: number[] = [];
	const unfold = (number: number): void => {
		const branch = branches[number]!;
		for (const { step, cells } of repliesOf(defenceAt(proof, branch.walk), shown)) {
			const next: Walk = { root, steps: [...branch.walk.steps, step] };
			branch.children.push(branches.length);
			waiting.push(branches.length);
			branches.push({ walk: next, cells, row: 0, parent: number, children: [], folded: 0 });
		}
		rows += Math.max(0, branch.children.length - 1);
	};
	// First along the walk, then by turns.
	for (let at = 0; at >= 0; ) {
		unfold(at);
		at = branches[at]!.children.find((child) => leadsThrough(walk, branches[child]!.walk)) ?? -1;
		if (at >= 0) waiting.splice(waiting.indexOf(at), 1);
		if (branches.length > MOST_BRANCHES) break;
	}
	for (let i = 0; i < waiting.length; i++) {
		const branch = branches[waiting[i]!]!;
		const more = repliesOf(defenceAt(proof, branch.walk), shown).length;
		const fits = rows + more - 1 <= most && branches.length + more <= MOST_BRANCHES;
		if (fits && branch.walk.steps.length < MOST_DEPTH) unfold(waiting[i]!);
		else branch.folded = more;
	}
	place(branches);
	return branches;
}

function repliesOf(defence: ProofDefence | null, shown: Shown): { step: Step; cells: Branch["cells"] }[] {
	if (!defence) return [];
	const all = defence.replies.map(({ cells, node }) => ({ step: { reply: cells[0] ?? null, node }, cells }));
	if (defence.rest !== null) all.push({ step: { reply: null, node: defence.rest }, cells: [] });
	return shown === "all" ? all : all.slice(0, 1);
}

/** Every branch beside the first one that follows it; the last ones from top to bottom. */
function place(branches: Branch[]): void {
	let row = 0;
	const todo = [0];
	while (todo.length) {
		const branch = branches[todo.pop()!]!;
		branch.row = row;
		if (branch.children.length) todo.push(...branch.children.toReversed());
		else row += 1;
	}
}

/** Where an arrow key leads from a branch: towards the root, to what follows, or up and down in the column. */
export function neighbour(branches: readonly Branch[], from: number, key: string): number {
	const { parent, children, walk, row } = branches[from]!;
	if (key === "ArrowLeft") return parent < 0 ? from : parent;
	if (key === "ArrowRight") return children[0] ?? from;
	if (key === "Home") return 0;
	const column = branches
		.map((branch, number) => ({ number, row: branch.row, depth: branch.walk.steps.length }))
		.filter((one) => one.depth === walk.steps.length && one.number !== from)
		.filter((one) => (key === "ArrowUp" ? one.row < row : one.row > row))
		.toSorted((a, b) => (key === "ArrowUp" ? b.row - a.row : a.row - b.row));
	return column[0]?.number ?? from;
}
