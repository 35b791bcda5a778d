// A cutoff in words: the answer that was good enough, what the other side already has, and what need not be searched.
import type { Side } from "../../board/geometry";
import { points } from "../../i18n/numbers";
import { thinkingWords } from "../../i18n/thinking";
import { isDecided, scored, shortScore } from "../thinking/score";
import { type Naming, sideOf } from "./naming";
import type { TreeStore } from "./treeStore";

const number = (value: number): string => (isDecided(value) ? shortScore(scored(value)) : points(value));

/** Why the other answers at a node were not searched; a general text if the answer is not known. */
export function cutText(tree: TreeStore, node: number, naming: Naming): string {
	const words = thinkingWords.value;
	const { columns } = tree;
	const [move, reply] = [columns.move[node], columns.best[node]];
	if (!move || !reply) return words.stopped.cut;
	const mover = sideOf(tree, node);
	const isRoots = mover === tree.position.to_move;
	const replier: Side = mover === "X" ? "O" : "X";
	const bound = (isRoots ? columns.alpha : columns.beta)[node]!;
	const known = isDecided(bound) ? null : knownMove(tree, node, bound);
	const said = [
		words.cutBy(naming.side(replier), naming.name(reply), naming.name(move), number(columns.value[node]!), isRoots),
	];
	if (known) said.push(words.cutKnown(naming.side(mover), naming.name(known), number(bound)));
	else if (!isDecided(bound)) said.push(words.cutSure(naming.side(mover), number(bound)));
	const left = columns.unsearched[node]!;
	if (left) said.push(words.cutRest(naming.side(replier), left));
	return said.join(" ");
}

/** The other move of the same side, here or higher up, whose value makes this one useless. */
function knownMove(tree: TreeStore, node: number, bound: number) {
	const { parent, children, value, move } = tree.columns;
	for (let at = node; at > 0; at = parent[parent[at]!] ?? -1) {
		const same = children[parent[at]!]!.find((other) => other !== at && value[other] === bound && move[other]);
		if (same !== undefined) return move[same]!;
	}
	return null;
}
