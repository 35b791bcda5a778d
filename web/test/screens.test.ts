import { describe, expect, it } from "vitest";
import { navigationOf, showScreen, titleOf } from "../src/app/screens";
import { parse } from "../src/browser/router";

describe("a screen", () => {
	it("has a title and lights a navigation entry", () => {
		expect(titleOf(parse("/leaderboard"))).toBe("Leaderboard · Gomoku");
		expect(navigationOf(parse("/leaderboard"))).toBe("rooms");
		expect(titleOf(parse("/watch"))).toBe("Watch games · Gomoku");
		expect(titleOf(parse("/game/a"))).toBe("Gomoku");
		expect(navigationOf(parse("/game/a"))).toBe("play");
		expect(navigationOf(parse("/nothing"))).toBeNull();
	});

	it("starts afresh for another game or puzzle", () => {
		expect(showScreen(parse("/game/a")).key).toBe("a");
		expect(showScreen(parse("/puzzles/p")).key).toBe("p");
		expect(showScreen(parse("/rooms")).key).toBeUndefined();
	});
});
