// Walking through a proof: from the root by the defender's replies, each answered by the winning side.
import { type Cell, same } from "../../board/geometry";
import type { Proof, ProofDefence, ProofNode } from "../../wire/messages";

/** The subject of a walk: the win of the side to move, its losing moves, or the win that the opponent threatens. */
export type Root = "win" | "lost" | "threat";

/** A reply and the answer to it. */
export interface Step {
	/** Null: any that is not listed. */
	readonly reply: Cell | null;
	/** The answer, by its number in the proof. */
	readonly node: number;
}

export interface Walk {
	readonly root: Root;
	readonly steps: readonly Step[];
}

/** Where the walk through a proof begins; null if nothing was proved. */
export function beginning(proof: Proof): Walk | null {
	const root = proof.win !== null ? "win" : proof.lost ? "lost" : proof.threat !== null ? "threat" : null;
	return root && { root, steps: [] };
}

/** The winning side's last move; null before its first one. */
export function nodeAt(proof: Proof, { root, steps }: Walk): ProofNode | null {
	const last = steps.at(-1)?.node ?? (root === "win" ? proof.win : root === "threat" ? proof.threat : null);
	return last === null ? null : (proof.nodes[last] ?? null);
}

/** The replies that the defender has now, with their answers; null if the game is over, or a large tree was truncated.
 */
export const defenceAt = (proof: Proof, walk: Walk): ProofDefence | null =>
	walk.root === "lost" && !walk.steps.length ? proof.lost : (nodeAt(proof, walk)?.defence ?? null);

/** Whether what follows was left out of a large tree. */
export function isCut(proof: Proof, walk: Walk): boolean {
	const node = nodeAt(proof, walk);
	return !!node && !node.defence && node.plies > 1;
}

/** The moves of a walk from the position; null is a move that need not be named, or the pass before a threat. */
export function lineOf(proof: Proof, { root, steps }: Walk): (Cell | null)[] {
	const first =
		root === "win"
			? [proof.nodes[proof.win!]!.move]
			: root === "threat"
				? [null, proof.nodes[proof.threat!]!.move]
				: [];
	return [...first, ...steps.flatMap(({ reply, node }) => [reply, proof.nodes[node]!.move])];
}

/** Every cell that a proof plays on. */
export const cellsOf = ({ nodes, lost }: Proof): Cell[] => [
	...nodes.map(({ move }) => move),
	...[lost, ...nodes.map(({ defence }) => defence)].flatMap(
		(defence) => defence?.replies.flatMap(({ cells }) => cells) ?? [],
	),
];

/** A truncated proof: with a node, everything after it is left out. */
export function cutTo(proof: Proof, most: number): Proof {
	if (proof.nodes.length <= most) return proof;
	const isThere = (node: number | null): boolean => node === null || node < most;
	const whole = (defence: ProofDefence | null): ProofDefence | null =>
		defence && isThere(defence.rest) && defence.replies.every(({ node }) => isThere(node)) ? defence : null;
	return {
		...proof,
		nodes: proof.nodes.slice(0, most).map((node) => ({ ...node, defence: whole(node.defence) })),
		lost: whole(proof.lost),
		win: isThere(proof.win) ? proof.win : null,
		threat: isThere(proof.threat) ? proof.threat : null,
	};
}

/** The walk after a reply; null if the proof has no answer because the game is over. */
export function replied(proof: Proof, walk: Walk, reply: Cell): Walk | null {
	const defence = defenceAt(proof, walk);
	const listed = defence?.replies.find(({ cells }) => cells.some((cell) => same(cell, reply)));
	const node = listed?.node ?? defence?.rest ?? null;
	return node === null ? null : { ...walk, steps: [...walk.steps, { reply, node }] };
}
