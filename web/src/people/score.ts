// The running score of two players in a room.
import type { RoomState } from "../wire/messages";

/** "2½": points with halves. */
export const pointsText = (points: number): string =>
	`${points >= 1 || points === 0 ? Math.floor(points) : ""}${points % 1 ? "½" : ""}`;

/** "Ann 2½ – 1½ Bob"; empty before a game was finished. */
export function scoreText({ score, seats }: RoomState): string {
	const [first, second] = score;
	if (!first && !second) return "";
	return `${seats[0].name} ${pointsText(first)} – ${pointsText(second)} ${seats[1].name}`.trim();
}
