import { expect, it } from "vitest";
import { gamesToWatch } from "../src/watch/gamesToWatch";
import type { RoomSummary } from "../src/wire/messages";

const game = (room: string, phase: string, spectators: number, rating = 0): RoomSummary =>
	({ room, phase, spectators, actions: 3, elos: [rating ? { rating } : null, null] }) as unknown as RoomSummary;

it("shows the games that most watch, then the strongest, then those that are over", () => {
	const rooms = [
		game("over", "over", 9),
		game("waits", "seating", 9),
		game("weak", "playing", 1, 1200),
		game("strong", "playing", 1, 1900),
		game("seen", "playing", 4),
	];
	expect(gamesToWatch(rooms).map(({ room }) => room)).toEqual(["seen", "strong", "weak", "over"]);
});
