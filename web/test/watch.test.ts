import { expect, it } from "vitest";
import { boardOf, isLate } from "../src/games/delayedBoards";
import { gamesToWatch } from "../src/games/gamesToWatch";
import type { RoomSummary, Snapshot } from "../src/wire/messages";

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

it("shows the board that spectators of a delayed game see", () => {
	const actions = [{ cell: [7, 7] }, { cell: null }, { cell: [8, 8] }, { cell: [9, 9] }];
	const snapshot = { state: { rows: ["."], ply: 3 }, actions } as unknown as Snapshot;
	expect(boardOf(snapshot)).toEqual({ rows: ["."], last: [8, 8], stones: 2 });
	expect(isLate({ ...game("a", "playing", 0), delay: 30_000 })).toBe(true);
	expect(isLate({ ...game("a", "over", 0), delay: 30_000 })).toBe(false);
	expect(isLate({ ...game("a", "playing", 0), delay: 0 })).toBe(false);
});
