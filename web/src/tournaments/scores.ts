// Tables of a tournament as the page shows them.
import type { TournamentPlayer, TournamentScore } from "../wire/messages";

/** "2½" for 2.5. */
export function pointsText(points: number): string {
	const whole = Math.floor(points);
	return points === whole ? String(whole) : `${whole || ""}½`;
}

/** The scores of a player in each of the rounds; none if there was nothing to play. */
export const byRound = (player: TournamentPlayer, rounds: number): (TournamentScore | null)[] =>
	Array.from({ length: rounds }, (_, i) => player.scores.find(({ round }) => round === i + 1) ?? null);

/** The scores of a player against another, in order. */
export const against = (player: TournamentPlayer, opponent: number): readonly TournamentScore[] =>
	player.scores.filter((score) => score.opponent === opponent);

/** "6:42", or "1:05:03". */
export function timeText(ms: number): string {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const tail = String(rest).padStart(2, "0");
	return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** What a cell of the standings looks like: won, drawn, lost, or still played. */
export function lookOf({ points }: TournamentScore): "won" | "half" | "lost" | "live" {
	if (points === null) return "live";
	return points === 1 ? "won" : points === 0 ? "lost" : "half";
}
