// Scores in words. They are from the view of the side that thinks; wins are counted in moves of the winner.
import { other, type Side } from "../../board/geometry";
import { points } from "../../i18n/numbers";
import { thinkingWords } from "../../i18n/thinking";
import { type Position, WIN, WIN_BOUND } from "../../wire/messages";

export const isDecided = (value: number): boolean => Math.abs(value) > WIN_BOUND;

interface Scored {
	readonly score: number;
	readonly win_in: number | null;
}

/** An engine value with the plies to the end: positive for a win, negative for a loss, null while undecided. */
export function scored(value: number): Scored {
	const plies = WIN - Math.abs(value);
	return { score: value, win_in: isDecided(value) ? Math.sign(value) * plies : null };
}

export const movesOf = (plies: number): number => Math.ceil(Math.abs(plies) / 2);

/** The headline: points, or infinity for a decided game. */
export const bigScore = ({ score, win_in }: Scored): string =>
	win_in === null ? points(score) : win_in > 0 ? "+∞" : "−∞";

/** The short form: points, or "win 4". */
export const shortScore = ({ score, win_in }: Scored): string =>
	win_in === null
		? points(score)
		: win_in > 0
			? thinkingWords.value.win(movesOf(win_in))
			: thinkingWords.value.loss(movesOf(win_in));

/** "White is a little ahead", "White wins in 7". */
export function scoreWords({ score, win_in }: Scored, side: Side, name: (side: Side) => string): string {
	const words = thinkingWords.value;
	if (win_in !== null) return words.winsIn(name(win_in > 0 ? side : other(side)), movesOf(win_in));
	const leader = name(score > 0 ? side : other(side));
	const lead = Math.abs(score);
	if (lead < 20) return words.even;
	if (lead < 100) return words.ahead(leader);
	return lead < 400 ? words.better(leader) : words.winning(leader);
}

export const sideAt = (position: Position, step: number): Side =>
	step % 2 === 0 ? position.to_move : other(position.to_move);
