// A mistake in one sentence: what it allows, and what it missed. Every statement was computed by the server.
import type { Cell, Side } from "../../../board/geometry";
import { didText } from "../../../game/hints";
import { coachWords } from "../../../i18n/coach";
import { sentence } from "../../../i18n/plural";
import type { Coaching } from "../../../wire/messages";

/** Names of cells and sides. */
export interface Names {
	readonly cell: (cell: Cell) => string;
	readonly side: (side: Side) => string;
}

const movesIn = (plies: number): number => Math.ceil(plies / 2);

/** "M7 lets White win in 4 with K8, which makes two open threes; F13 would have prevented that." Empty if there is nothing to say. */
export function coachText(own: Cell, coach: Coaching | null, names: Names): string {
	const said = [coach && replyText(own, coach, names), coach && betterText(coach, names)].filter((text) => !!text);
	return said.length ? sentence(said.reduce((first, second) => coachWords.value.both(first!, second!))!) : "";
}

/** "M7 lets White win in 4 with K8": what a mistake allows, without the better move. Empty if there is nothing to say. */
export function allowedText(own: Cell, coach: Coaching | null, names: Names): string {
	const said = coach && replyText(own, coach, names);
	return said ? sentence(said) : "";
}

function replyText(own: Cell, { reply }: Coaching, { cell, side }: Names): string {
	if (!reply) return "";
	const words = coachWords.value;
	const [move, answer, by, did] = [cell(own), cell(reply.cell), side(reply.color), didText(reply, cell)];
	// A move that wins at once says so itself.
	if (!reply.win_in || reply.win_in < 2) return did && words.lets(move, by, answer, did);
	const moves = movesIn(reply.win_in);
	return did ? words.letsWinBy(move, by, answer, moves, did) : words.letsWin(move, by, answer, moves);
}

function betterText({ better, prevents }: Coaching, { cell }: Names): string {
	if (!better) return "";
	const words = coachWords.value;
	const [move, did] = [cell(better.cell), didText(better, cell)];
	if (better.win_in && better.win_in > 1) {
		const moves = movesIn(better.win_in);
		return did ? words.wouldWinBy(move, moves, did) : words.wouldWin(move, moves);
	}
	if (prevents) return words.wouldPrevent(move);
	return did ? words.wouldDo(move, did) : words.wasBetter(move);
}
