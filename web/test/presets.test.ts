// Rule sets come from the server's catalogue: the page decides nothing by the name of one.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_RULES, firstPresets } from "../src/wire/catalogue";
import type { Catalogue } from "../src/wire/messages";

const ROOT = resolve(import.meta.dirname, "../..");
const SRC = join(ROOT, "web/src");
/** Words and drawings, and the default before there is a catalogue. */
const ALLOWED = [/^i18n\//, /^doge\//, /^wire\/catalogue\.ts$/];
/** Values of the wire that share their name with a rule set: an opening. */
const OTHER_MEANINGS = [/opening(:| !==| ===) "standard"/g];

const presets = [
	...readFileSync(join(ROOT, "src/gomoku/rules/variant.py"), "utf8").matchAll(/^ {4}"(\w+)": Preset\(/gm),
].map((match) => match[1]!);

describe("rule sets", () => {
	it("are known to the test", () => {
		expect(presets.length).toBeGreaterThan(10);
		expect(presets[0]).toBe(DEFAULT_RULES);
	});

	it("are not asked for by name", () => {
		const names = presets.join("|");
		// As a string, with or without changes ("42;size=15"), and as a key of a table.
		const name = new RegExp(`(["'\`])(${names})(;[^"'\`]*)?\\1|(?<=[{,]\\s*)(${names})\\s*:`, "g");
		const found = readdirSync(SRC, { recursive: true, encoding: "utf8" })
			.filter((file) => /\.tsx?$/.test(file) && !ALLOWED.some((allowed) => allowed.test(file)))
			.flatMap((file) => {
				const source = readFileSync(join(SRC, file), "utf8").replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "");
				const code = OTHER_MEANINGS.reduce((text, meaning) => text.replaceAll(meaning, ""), source);
				return [...code.matchAll(name)].map((match) => `${file}: ${match[0]}; take it from the catalogue instead`);
			});
		expect(found).toEqual([]);
	});

	it("are shown in the catalogue's order: the first, and those in use", () => {
		const known = { presets: [..."abcdefgh"].map((letter) => ({ name: letter })) } as unknown as Catalogue;
		const names = (inUse?: string[]) => firstPresets(known, inUse).map((preset) => preset.name);
		expect(names()).toEqual(["a", "b", "c", "d"]);
		expect(names(["g", "b", "nothing"])).toEqual(["a", "b", "c", "d", "g"]);
		expect(firstPresets(null, ["a"])).toEqual([]);
	});
});
