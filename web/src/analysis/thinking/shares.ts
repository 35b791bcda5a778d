// What the network adds to the evaluation, point by point.
import type { Cell } from "../../board/geometry";
import { points } from "../../i18n/numbers";
import { thinkingWords } from "../../i18n/thinking";
import type { CellShare } from "../../wire/messages";

/** Points that are named in a sentence. */
const NAMED = 4;

/** The points that matter most to the network, in a sentence. `shares`: the largest first. */
export function sharesText(shares: readonly CellShare[], name: (cell: Cell) => string): string {
	const words = thinkingWords.value;
	if (!shares.length) return words.opinionNone;
	const most = shares.slice(0, NAMED).map((share) => `${name(share.cell)}\u00a0${points(share.points)}`);
	return words.opinionMost(most.join(", "));
}
