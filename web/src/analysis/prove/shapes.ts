// Labels for the moves of a drawn proof, a word each: a shape, a capture, a guard. The server computes them.
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { proveWords } from "../../i18n/prove";
import { thinkingWords } from "../../i18n/thinking";
import type { MoveReason, Position, Proof } from "../../wire/messages";
import { fetchReasons } from "../thinking/api";
import type { Branch } from "./proofBranches";
import { lineOf } from "./proofWalk";

/** Lines of one request. */
const MOST_LINES = 150;
/** Reasons in order of priority. */
const FIRST: readonly MoveReason[] = [
	"five",
	"breakable_five",
	"pairs",
	"double_four",
	"open_four",
	"four_three",
	"four",
	"double_three",
	"open_three",
	"takes",
	"three",
];

/** The shape that a move makes, in a word; empty if there is none to name. */
export function shapeText(reasons: readonly MoveReason[]): string {
	const { shapes } = thinkingWords.value;
	const words = proveWords.value;
	const first = FIRST.find((reason) => reasons.includes(reason));
	switch (first) {
		case "five":
		case "breakable_five":
			return shapes.five;
		case "double_four":
			return `2 × ${shapes.four}`;
		case "four_three":
			return `${shapes.four} + ${shapes.three}`;
		case "double_three":
			return `2 × ${shapes.three}`;
		case "open_four":
		case "four":
		case "open_three":
		case "three":
			return shapes[first];
		case "pairs":
		case "takes":
			return words.takes;
		default:
			return reasons.some((reason) => /^(stops_|saves_|breaks)/.test(reason)) ? words.guards : "";
	}
}

/** What the answers of the branches do, by the line that leads there; filled as the server answers. */
export function useShapes(position: Position, proof: Proof, branches: readonly Branch[]): (branch: Branch) => string {
	const known = useMemo(() => signal<ReadonlyMap<string, readonly MoveReason[]>>(new Map()), [proof]);
	const keyOf = ({ walk }: Branch): string => lineOf(proof, walk).join(" ");
	useEffect(() => {
		let left = false;
		const ask = async () => {
			const open = branches
				.map(({ walk }) => lineOf(proof, walk))
				.filter((line) => line.length && !known.peek().has(line.join(" ")));
			for (let i = 0; i < open.length && !left; i += MOST_LINES) {
				const lines = open.slice(i, i + MOST_LINES);
				const { reasons: found } = await fetchReasons(position, lines);
				known.value = new Map([...known.peek(), ...lines.map((line, n) => [line.join(" "), found[n]!] as const)]);
			}
		};
		// Without a connection the tree has no labels.
		ask().catch(() => {});
		return () => {
			left = true;
		};
	}, [proof, branches.length]);
	return (branch) => shapeText(known.value.get(keyOf(branch)) ?? []);
}
