// A hint in one sentence: what the move does, by its reasons, and how the game stands.
import { type Cell, same } from "../board/geometry";
import { list, sentence } from "../i18n/plural";
import { reasonWords } from "../i18n/reasons";
import type { Suggestion } from "../wire/messages";

/** Reasons named in one sentence. */
const MOST = 2;
/** Evaluation points that count as a lead. */
const LEAD = 80;
const STOPPED = { stops_five: "five", stops_one_five: "five", stops_open_four: "open_four", saves_pair: "capture" };

type Explained = Pick<Suggestion, "cell" | "color" | "captured" | "reasons" | "threats">;

/** What a move does, by its first reasons: "stops the open four at K8 and K12"; empty if it has none. */
export function didText(move: Explained, name: (cell: Cell) => string): string {
	const words = reasonWords.value;
	const shown = move.reasons.filter((reason) => reason !== "quiet").slice(0, MOST);
	return list(
		shown.map((reason) => {
			if (reason === "takes") return words.takes(move.captured.map(name));
			const kind = STOPPED[reason as keyof typeof STOPPED];
			const behind = move.threats.find((threat) => threat.kind === kind && threat.color !== move.color);
			const cells = behind?.cells.filter((cell) => !same(cell, move.cell)) ?? [];
			return cells.length ? `${words.effects[reason]} ${words.at(cells.map(name))}` : words.effects[reason];
		}),
		words.and,
	);
}

/** What follows the name of the move: "stops the open four at K8 and K12." `first`: the board is empty. */
export function hintText(hint: Suggestion, name: (cell: Cell) => string, first = false): string {
	const words = reasonWords.value;
	const did = didText(hint, name);
	const wins = hint.win_in ?? 0;
	const moves = Math.ceil(Math.abs(wins) / 2);
	if (wins > 1) return did ? words.hintWinsBy(moves, did) : sentence(words.hintWins(moves));
	if (wins < 0) return did ? `${sentence(did)} ${words.hintLost(moves)}` : words.hintLongest(moves);
	if (did) return sentence(did);
	const score = hint.score;
	if (score === null) return words.hintOpening;
	if (first) return words.hintFirst;
	return score > LEAD ? words.hintAhead : score < -LEAD ? words.hintBehind : words.hintEven;
}
