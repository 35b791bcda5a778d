// Reasons for a move, as sentences made from the evaluation and the search.
import { type Cell, other, same } from "../../board/geometry";
import { thinkingWords } from "../../i18n/thinking";
import type { PositionEvaluation, ThinkingInfo } from "../../wire/messages";
import { cellsOf } from "./layers";
import { movesOf } from "./score";
import type { ThinkingStore, Thought } from "./thinkingStore";

/** Names of cells and sides. */
export type Named = Pick<ThinkingStore, "name" | "side">;

const SHAPES = ["open_four", "four", "open_three"] as const;
const NEARLY = 8;

export function reasonsFor(
	store: Named,
	thought: Pick<Thought, "side">,
	info: ThinkingInfo,
	sight: PositionEvaluation | null,
): string[] {
	const words = thinkingWords.value;
	const best = info.lines[0];
	if (!best) return [];
	const { cell } = best;
	const me = thought.side;
	const enemy = other(me);
	const name = (cells: readonly Cell[]) => cells.map((c) => store.name(c)).join("–");
	const has = (cells: readonly Cell[]) => cells.some((one) => same(one, cell));
	const said: string[] = [];
	if (sight) {
		const takes = sight[me].captures.find((capture) => same(capture.cell, cell));
		const saves = sight[enemy].captures.find((capture) => same(capture.cell, cell));
		if (has(sight[me].fives)) said.push(words.makesFive);
		else {
			const shape = SHAPES.find((kind) => has(cellsOf(sight, me, kind)));
			if (shape) said.push(words.makes[shape]);
		}
		if (takes) said.push(words.takesStones(name(takes.stones)));
		const stopped = (["five", ...SHAPES] as const).find((kind) => has(cellsOf(sight, enemy, kind)));
		if (stopped && !has(sight[me].fives)) said.push(words.stops[stopped](store.side(enemy)));
		if (saves) said.push(words.saves(name(saves.stones), store.side(enemy)));
	}
	if (best.win_in !== null && best.win_in > 1) said.push(words.forces(movesOf(best.win_in)));
	const next = info.lines[1];
	if (next && best.win_in === null && next.win_in === null) {
		const less = best.score - next.score;
		said.push(less > NEARLY ? words.nextBest(store.name(next.cell), less) : words.nearlyAlike(store.name(next.cell)));
	}
	return said.length ? said : [words.nothingBetter];
}
