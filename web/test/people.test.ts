import { describe, expect, it } from "vitest";
import { parse } from "../src/browser/router";
import { ownSide } from "../src/games/titles";
import { changeText, eloText } from "../src/people/ratingText";
import { arrive, expect as expectRoom } from "../src/rooms/autoReady";
import type { RoomSummary } from "../src/wire/messages";

const person = (visitor: string) => ({ type: "person", visitor, name: "", bot: false }) as const;
const game = (...holders: RoomSummary["holders"]): RoomSummary => ({ holders }) as RoomSummary;

describe("people", () => {
	it("have ratings as short text", () => {
		expect(eloText({ rating: 1612, games: 12, provisional: false, deviation: 80 })).toBe("1612");
		expect(eloText({ rating: 1500, games: 0, provisional: true, deviation: 350 })).toBe("1500?");
		expect([20, 0, -7].map(changeText)).toEqual(["+20", "+0", "−7"]);
	});

	it("know their own side of a game between two", () => {
		expect(ownSide(game(person("ann"), person("bob")), "bob")).toBe(1);
		expect(ownSide(game(person("ann"), person("bob")), "cleo")).toBeNull();
		expect(ownSide(game(person("ann"), person("ann")), "ann")).toBeNull();
		expect(ownSide(game(person("ann"), { type: "ai", level: 3, matched: false }), "ann")).toBeNull();
	});

	it("have addresses for profile and leaderboards", () => {
		expect(parse("/you")).toEqual({ page: "you" });
		expect(parse("/leaderboard")).toEqual({ page: "leaderboard", rules: undefined });
		expect(parse("/leaderboard/boat_pente")).toEqual({ page: "leaderboard", rules: "boat_pente" });
		expect(parse("/leaderboard/<b>")).toEqual({ page: "lost" });
	});

	it("are ready at once in a room found by matchmaking", () => {
		expectRoom("a");
		expect([arrive("a"), arrive("a"), arrive("b")]).toEqual([true, false, false]);
	});
});
