import type { RoomSummary } from "../wire/messages";

/** Boards on one screen: more would be too small to follow. */
const MOST = 24;

const strength = ({ elos }: RoomSummary): number => Math.max(...elos.map((elo) => elo?.rating ?? 0));

/** Games that are being played: those with the most spectators first, then the strongest players; of finished ones, those just seen end. */
export function gamesToWatch(rooms: readonly RoomSummary[]): readonly RoomSummary[] {
	const isPlayed = ({ phase }: RoomSummary) => phase === "playing";
	return rooms
		.filter((line) => isPlayed(line) || (line.phase === "over" && line.actions > 0))
		.sort(
			(a, b) => Number(isPlayed(b)) - Number(isPlayed(a)) || b.spectators - a.spectators || strength(b) - strength(a),
		)
		.slice(0, MOST);
}

/** The game with the most spectators, or the strongest players; null while none is played. */
export const featuredOf = (rooms: readonly RoomSummary[]): RoomSummary | null =>
	gamesToWatch(rooms).find(({ phase }) => phase === "playing") ?? null;
