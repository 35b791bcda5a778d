// Proofs stored with a study, each at the node of its position. A proof whose moves were deleted is not stored.

import type { Position, StudyProof } from "../../wire/messages";
import { cutTo } from "../prove/proofWalk";
import { FRESH, type Settled } from "../prove/prover";
import { positionKey } from "../thinking/api";
import { cellsTo, nodeAt, placeOf, spotAt, type Tree } from "./moveTree";

/** Limits of the server: nodes of a proof, and proofs of a study. */
const MAX_NODES = 400;
const MAX_PROOFS = 40;

/** The position of a node, for the engine. */
export function positionAt(start: Position, tree: Tree, node: number): Position {
	const { rows, side, taken } = spotAt(start, tree, node);
	return { rules: start.rules, rows, to_move: side, taken };
}

/** The proofs of positions of a study, the latest ones if there are too many; `settled` is by position. */
export function toKeep(start: Position, tree: Tree, settled: ReadonlyMap<string, Settled>): StudyProof[] {
	const found = [...settled].flatMap(([key, { attempt, path }]) => {
		const node = nodeAt(tree, path);
		if (node === null || positionKey(positionAt(start, tree, node)) !== key) return [];
		const { proof, nodes, ms, depth, refuted, stages } = attempt;
		const kept = { proof: cutTo(proof, MAX_NODES), nodes, ms: Math.round(ms), depth, refuted, stages: [...stages] };
		return [{ node: placeOf(tree, node), ...kept }];
	});
	return found.slice(-MAX_PROOFS);
}

/** Kept proofs as the prover knows them; `tree` is that of the study as it was read. */
export function fromKept(
	start: Position,
	tree: Tree,
	proofs: readonly StudyProof[],
): { position: Position; settled: Settled }[] {
	return proofs
		.filter(({ node }) => node < tree.length)
		.map(({ node, proof, nodes, ms, depth, refuted, stages }) => {
			const figures = { nodes, ms, depth, refuted, stages: stages ?? [] };
			const attempt: Settled["attempt"] = { ...FRESH, ...figures, state: "done", proof, isKept: true };
			return { position: positionAt(start, tree, node), settled: { attempt, path: cellsTo(tree, node) } };
		});
}
