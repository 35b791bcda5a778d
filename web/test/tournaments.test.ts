// Tables of a tournament: points, rounds, cross table, time left.
import { describe, expect, it } from "vitest";
import { clockAt } from "../src/games/LiveClock";
import { gamesOf } from "../src/profile/siteNotices";
import { against, byRound, lookOf, pointsText, timeText } from "../src/tournaments/scores";
import type { Notices, RoomSummary, TournamentPlayer, TournamentScore } from "../src/wire/messages";

const score = (round: number, opponent: number | null, points: number | null): TournamentScore => ({
	round,
	opponent,
	points,
	first: true,
	played: opponent !== null,
	room: "",
});
const player: TournamentPlayer = {
	number: 1,
	name: "Ann",
	rank: 1,
	points: 2.5,
	tie_break: 3,
	bot: false,
	rating: 1500,
	withdrawn: false,
	scores: [score(1, 2, 1), score(3, null, 1), score(4, 2, null)],
};

describe("tournament tables", () => {
	it("writes half points as people do", () => {
		expect([0, 0.5, 1, 2.5, 10].map(pointsText)).toEqual(["0", "½", "1", "2½", "10"]);
	});
	it("has a place for each round, played or not", () => {
		expect(byRound(player, 4).map((found) => found?.opponent)).toEqual([2, undefined, null, 2]);
	});
	it("finds every game of two players", () => {
		expect(against(player, 2).map(({ round }) => round)).toEqual([1, 4]);
		expect(against(player, 3)).toEqual([]);
	});
	it("shows what is won, drawn, lost and played", () => {
		expect([1, 0.5, 0, null].map((points) => lookOf(score(1, 2, points)))).toEqual(["won", "half", "lost", "live"]);
	});
	it("counts down, never below zero", () => {
		expect([402_000, 3_903_000, 900, -5].map(timeText)).toEqual(["6:42", "1:05:03", "0:01", "0:00"]);
	});
});

describe("a tournament's games", () => {
	const clocks = [{ left: 60_000 }, { left: 50_000 }];
	const line = { clock: { type: "fischer" }, clocks, running: "P2", running_since: 1000 } as unknown as RoomSummary;

	it("have clocks of which one runs", () => {
		expect(clockAt(line, "P1", 11_000)?.left).toBe(60_000);
		expect(clockAt(line, "P2", 11_000)?.left).toBe(40_000);
		expect(clockAt(line, "P2", 91_000)?.left).toBe(0);
		expect(clockAt({ ...line, clocks: null }, "P1", 0)).toBeNull();
		expect(clockAt(null, "P1", 0)).toBeNull();
	});

	it("are told of elsewhere only", () => {
		const game = { room: "r", tournament: "t", title: "Cup", opponent: "Bob", begun: false };
		const found: Notices = { sanctions: [], games: [game], reports: 0 };
		expect(gamesOf(found, { page: "learn" } as never, new Set())).toEqual([game]);
		expect(gamesOf(found, { page: "room", room: "r" } as never, new Set())).toEqual([]);
		expect(gamesOf(found, { page: "tournaments", id: "t" } as never, new Set())).toEqual([]);
		expect(gamesOf(found, { page: "tournaments", id: "u" } as never, new Set(["r"]))).toEqual([]);
		expect(gamesOf(null, { page: "learn" } as never, new Set())).toEqual([]);
	});
});
