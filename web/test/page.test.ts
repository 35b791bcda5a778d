import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "../src/browser/router";
import { en } from "../src/i18n/en";
import { fr } from "../src/i18n/fr";

describe("addresses", () => {
	it("lead to their screens", () => {
		expect(parse("/")).toEqual({ page: "home" });
		expect(parse("/game/abc-1")).toEqual({ page: "game", room: "abc-1" });
		expect(parse("/games/")).toEqual({ page: "games" });
		expect(parse("/rooms")).toEqual({ page: "rooms" });
		expect(parse("/room/abc-1")).toEqual({ page: "room", room: "abc-1" });
		expect(parse("/help")).toEqual({ page: "learn" });
		expect(parse("/shared/g1~42~~c0")).toEqual({ page: "shared", link: "g1~42~~c0" });
	});
	it("or nowhere", () => {
		for (const path of ["/game/", "/game/%2e%2e", "/nothing", "/games/x"])
			expect(parse(path)).toEqual({ page: "lost" });
		expect(parse("/shared/%E0%A4%A")).toEqual({ page: "shared", link: "%E0%A4%A" });
	});
});

describe("words", () => {
	const walk = (table: object, path = ""): [string, unknown][] =>
		Object.entries(table).flatMap(([name, word]) =>
			typeof word === "object" && word !== null ? walk(word, `${path}${name}.`) : [[path + name, word]],
		);
	it("are the same in both languages, and none is empty", () => {
		const [ours, theirs] = [new Map(walk(en)), new Map(walk(fr))];
		expect([...theirs.keys()].sort()).toEqual([...ours.keys()].sort());
		for (const [name, word] of theirs) {
			expect(typeof word, name).toBe(typeof ours.get(name));
			if (typeof word === "string") expect(word, name).not.toBe("");
		}
	});
	it("are translated", () => {
		const same = walk(fr).filter(([name, word]) => typeof word === "string" && word === new Map(walk(en)).get(name));
		// Words that both languages share.
		expect(same.map(([name]) => name).sort()).toEqual(SHARED);
	});
});

const SHARED = [
	"bot",
	"dogeOn",
	"dogeWords.0",
	"keyDoge",
	"keyPause",
	"pause",
	"stones.jade",
	"stones.lapis",
	"surprise",
];

describe("the lock file", () => {
	it("holds no addresses", () => {
		const file = resolve(import.meta.dirname, "../package-lock.json");
		expect(existsSync(file)).toBe(true);
		expect(readFileSync(file, "utf8")).not.toMatch(/:\/\//);
	});
});
