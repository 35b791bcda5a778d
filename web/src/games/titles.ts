// Titles of games in lists.
import { t } from "../i18n";
import { eloText } from "../people/ratingText";
import type { RoomSummary } from "../wire/messages";

function sideName(line: RoomSummary, i: 0 | 1): string {
	const holder = line.holders[i];
	if (holder.type === "ai") return t.value.computerShort(holder.level);
	const other = line.holders[1 - i]!;
	if (line.names[i]) return line.names[i];
	return other.type === "ai" ? t.value.you : t.value.stones[line.stones[i]];
}

/** "Ann against Bob"; only the opponent's name in the visitor's own games. */
export function lineTitle(line: RoomSummary): string {
	if (line.title) return line.title;
	const [a, b] = [sideName(line, 0), sideName(line, 1)];
	if (a === t.value.you) return b;
	if (b === t.value.you) return a;
	return `${a} ${t.value.versus} ${b}`;
}

export const PLAYERS = ["P1", "P2"] as const;

/** The visitor's side in a game between two people; null if they play none or both. */
export function ownSide(line: Pick<RoomSummary, "holders">, visitor: string): 0 | 1 | null {
	const [first, second] = line.holders.map((holder) => (holder.type === "person" ? holder.visitor : null));
	if (!first || !second || first === second) return null;
	return first === visitor ? 0 : second === visitor ? 1 : null;
}

/** Both players by name, with their ratings. */
export function versus(line: RoomSummary): string {
	const name = (i: 0 | 1) => {
		const elo = line.elos[i];
		return elo ? `${sideName(line, i)} (${eloText(elo)})` : sideName(line, i);
	};
	return `${name(0)} ${t.value.versus} ${name(1)}`;
}
