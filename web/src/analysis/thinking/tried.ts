// A point that was tried, in one sentence: what a stone there does, the answer to it, and how it compares with the best.
import { type Cell, other, type Side, same } from "../../board/geometry";
import { list } from "../../i18n/plural";
import { reasonWords } from "../../i18n/reasons";
import { thinkingWords } from "../../i18n/thinking";
import type { MoveReason, Refutation } from "../../wire/messages";
import { movesOf } from "./score";

/** Points by which a move may be worse and still count as good as the best. */
const NEARLY = 8;
/** Reasons named in one sentence. */
const MOST = 2;

const did = (reasons: readonly MoveReason[]): string =>
	list(
		reasons.slice(0, MOST).map((reason) => reasonWords.value.effects[reason]),
		reasonWords.value.and,
	);

interface Named {
	cell(cell: Cell): string;
	side(side: Side): string;
}

export function triedText(
	answer: Refutation,
	best: { cell: Cell; score: number; win_in: number | null } | null,
	name: Named,
): string {
	const words = thinkingWords.value;
	const [own, reply] = answer.steps;
	const move = name.cell(own!.cell!);
	const enemy = name.side(other(own!.color));
	const { win_in, score } = answer;
	if (win_in === 1 || !reply?.cell) return words.triedDoes(move, did(answer.reasons));
	if (win_in !== null && win_in > 0) return words.triedWins(move, movesOf(win_in), did(answer.reasons));
	const answered = words.triedAnswer(enemy, name.cell(reply.cell), did(answer.reply_reasons));
	if (win_in !== null) return words.triedLoses(move, answered, movesOf(win_in));
	const said = words.triedQuiet(move, did(answer.reasons), answered);
	if (!best || same(best.cell, own!.cell)) return said;
	const less = best.score - score;
	const instead = name.cell(best.cell);
	if (best.win_in !== null && best.win_in > 0) return `${said} ${words.triedMissed(instead, movesOf(best.win_in))}`;
	return `${said} ${less > NEARLY ? words.triedLess(instead, less) : words.triedAlike(instead)}`;
}
