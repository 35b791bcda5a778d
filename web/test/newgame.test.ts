import { describe, expect, it } from "vitest";
import { nextLook, STONES, tooAlike } from "../src/board/Stones";
import { readSettings } from "../src/browser/settings";
import { type Choice, createFrom, DEFAULT, looksOf, readChoice, rulesOf } from "../src/newgame/choice";
import type { Catalogue, Preset } from "../src/wire/messages";

const words = { en: "", fr: "" };
const preset = (name: string, size: number): Preset => ({
	name,
	title: words,
	summary: words,
	size,
	sizes: [size],
	values: {},
});
const known = { presets: [preset("42", 19), preset("renju", 15)] } as unknown as Catalogue;

describe("stored settings and options", () => {
	it("survive a round trip through storage", () => {
		const choice: Choice = {
			...DEFAULT,
			opponent: "two",
			level: 3,
			mine: "jade",
			changes: { three: "flank" },
			names: ["a", "b"],
		};
		expect(readChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
	});
	it("fall back to the default where invalid", () => {
		for (const odd of [
			null,
			7,
			"x",
			[],
			{ level: 99, opponent: "nobody", clock: { type: "sand" }, mine: "glass", names: 3, changes: null },
		])
			expect(readChoice(odd)).toEqual(DEFAULT);
		expect(readSettings({ theme: "gold", scheme: 4, language: "tlh", sound: "yes" })).toEqual(readSettings(null));
	});
});

describe("a new game", () => {
	it("sends only parameters that differ from the preset", () => {
		expect(rulesOf(DEFAULT, known.presets[0])).toBe("42");
		expect(rulesOf({ ...DEFAULT, size: 15, changes: { three: "flank" } }, known.presets[0])).toBe(
			"42;size=15;three=flank",
		);
		expect(rulesOf({ ...DEFAULT, preset: "renju", size: 15 }, known.presets[1])).toBe("renju");
	});
	it("seats the player as chosen", () => {
		expect(createFrom(DEFAULT, known)).toMatchObject({ first: { type: "me" }, second: { type: "ai", level: 3 } });
		expect(createFrom({ ...DEFAULT, order: "second" }, known)).toMatchObject({
			first: { type: "ai" },
			second: { type: "me" },
		});
		const watch = createFrom({ ...DEFAULT, opponent: "watch", level: 2, levelTwo: 9 }, known);
		expect(watch).toMatchObject({ first: { type: "ai", level: 2 }, second: { type: "ai", level: 9 } });
		expect(createFrom({ ...DEFAULT, level: 5, matched: true }, known).second).toEqual({
			type: "ai",
			level: 5,
			matched: true,
		});
		expect(createFrom(DEFAULT, known).second).toEqual({ type: "ai", level: 3 });
		const two = createFrom({ ...DEFAULT, opponent: "two", names: ["Ada", ""] }, known);
		expect(two).toMatchObject({ first: { type: "me", name: "Ada" }, second: { type: "me" } });
	});
	it("never gives both sides similar stones", () => {
		for (const mine of [null, ...STONES])
			for (const theirs of [null, ...STONES])
				for (const order of ["first", "second"] as const) {
					const [x, o] = looksOf({ ...DEFAULT, mine, theirs, order });
					expect(tooAlike(x, o)).toBe(false);
					if (mine) expect([x, o]).toContain(mine);
				}
	});
	it("cycles through all colours but the opponent's", () => {
		let look = nextLook("black", "white");
		const seen = [look];
		while (look !== "black") {
			look = nextLook(look, "white");
			seen.push(look);
		}
		expect(seen).toEqual(["coral", "jade", "lapis", "amber", "plum", "black"]);
	});
});
