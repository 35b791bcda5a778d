import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { go, parse, route } from "../src/browser/router";

describe("addresses", () => {
	it("lead to their screens", () => {
		expect(parse("/")).toEqual({ page: "home" });
		expect(parse("/game/abc-1")).toEqual({ page: "game", room: "abc-1" });
		expect(parse("/games/")).toEqual({ page: "games" });
		expect(parse("/games/collection")).toEqual({ page: "games", collection: "" });
		expect(parse("/games/collection/g2~42~~c0")).toEqual({ page: "games", collection: "g2~42~~c0" });
		expect(parse("/rooms")).toEqual({ page: "rooms" });
		expect(parse("/room/abc-1")).toEqual({ page: "room", room: "abc-1" });
		expect(parse("/help")).toEqual({ page: "learn" });
		expect(parse("/game/abc-1/tree/3")).toEqual({ page: "tree", room: "abc-1", ply: 3 });
		expect(parse("/game/abc-1/tree")).toEqual({ page: "tree", room: "abc-1", ply: null });
		expect(parse("/game/abc-1/after")).toEqual({ page: "after", room: "abc-1" });
		expect(parse("/game/abc-1/mistakes/O")).toEqual({ page: "mistakes", room: "abc-1", side: "O" });
		expect(parse("/game/abc-1/mistakes/X17")).toEqual({ page: "mistakes", room: "abc-1", side: "X", number: 17 });
		expect(parse("/game/abc-1/mistakes/y")).toEqual({ page: "game", room: "abc-1" });
		expect(parse("/puzzles/mistakes")).toEqual({ page: "practice" });
		expect(parse("/game/abc-1/mistakes")).toEqual({ page: "mistakes", room: "abc-1" });
		expect(parse("/puzzles")).toEqual({ page: "puzzles" });
		expect(parse("/puzzles/p-1")).toEqual({ page: "puzzle", puzzle: "p-1" });
		expect(parse("/analyse")).toEqual({ page: "analyse" });
		expect(parse("/study/aB-1/tree/4")).toEqual({ page: "studyTree", study: "aB-1", node: 4 });
		expect(parse("/study/aB-1")).toEqual({ page: "analyse", study: "aB-1" });
		expect(parse("/analyse/g2~42~~c0")).toEqual({ page: "analyse", room: "g2~42~~c0" });
		expect(parse("/leaderboard/omok")).toEqual({ page: "leaderboard", rules: "omok" });
		expect(parse("/shared/g1~42~~c0")).toEqual({ page: "shared", link: "g1~42~~c0" });
	});
	it("are rejected when invalid", () => {
		for (const path of ["/game/", "/game/%2e%2e", "/nothing", "/games/x"])
			expect(parse(path)).toEqual({ page: "lost" });
		expect(parse("/shared/%E0%A4%A")).toEqual({ page: "shared", link: "%E0%A4%A" });
	});
});

describe("going", () => {
	it("to another address starts at the top; a better address for the same screen moves nothing", () => {
		const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
		go("/study/a-1", true);
		expect(route.value).toEqual({ page: "analyse", study: "a-1" });
		expect(scroll).not.toHaveBeenCalled();
		go("/games");
		expect(scroll).toHaveBeenCalledWith(0, 0);
	});
});

describe("the lock file", () => {
	it("holds no registry addresses", () => {
		const file = resolve(import.meta.dirname, "../package-lock.json");
		expect(existsSync(file)).toBe(true);
		expect(readFileSync(file, "utf8")).not.toMatch(/:\/\//);
	});
});
