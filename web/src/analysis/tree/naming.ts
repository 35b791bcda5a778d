// Names of cells and sides in a tree.
import { type Cell, other, type Side } from "../../board/geometry";
import type { Colours } from "../../board/Stones";
import type { TreeStore } from "./treeStore";

export interface Naming {
	readonly name: (cell: Cell) => string;
	readonly side: (side: Side) => string;
	readonly colours: Colours;
}

/** The side that made the move of a node. */
export const sideOf = (tree: TreeStore, node: number): Side =>
	tree.columns.ply[node]! % 2 === 1 ? tree.position.to_move : other(tree.position.to_move);
