// Tables of a tournament: points, rounds, cross table, time left.
import { describe, expect, it } from "vitest";
import { against, byRound, lookOf, pointsText, timeText } from "../src/tournaments/scores";
import type { TournamentPlayer, TournamentScore } from "../src/wire/messages";

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
