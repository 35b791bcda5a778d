// Every word of the page stands in i18n/, in every language.
import { describe, expect, it } from "vitest";
import { LANGUAGES, preferredLanguage } from "../src/browser/languages";

type Table = Record<string, unknown>;
const files = import.meta.glob<Record<string, Table>>("../src/i18n/*/*.ts", { eager: true });
const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { eager: true, query: "?raw", import: "default" });
const languages = Object.keys(LANGUAGES);
const translations = languages.filter((language) => language !== "en");
const namesOf = (language: string): string[] =>
	Object.keys(files)
		.map((path) => /i18n\/([^/]+)\/([^/]+)\.ts$/.exec(path)!)
		.filter(([, folder, name]) => folder === language && name !== "index")
		.map(([, , name]) => name!);
const areas = namesOf("en");
/** The table of an area: the one constant that its file exports. */
const tableOf = (language: string, area: string): Table =>
	Object.values(files[`../src/i18n/${language}/${area}.ts`] ?? {})[0] ?? {};

/** Every word of a table with the path of its key. */
const walk = (table: object, path = ""): [string, unknown][] =>
	Object.entries(table).flatMap(([name, word]) =>
		typeof word === "object" && word !== null ? walk(word, `${path}${name}.`) : [[path + name, word]],
	);

describe("words", () => {
	it.each(translations)("have a table for each area: %s", (language) => {
		expect(namesOf(language)).toEqual(expect.arrayContaining(areas));
		expect(areas).toContain("common");
	});

	it.each(translations)("are the same as in English, and none is empty: %s", (language) => {
		for (const area of areas) {
			const ours = new Map(walk(tableOf("en", area)));
			const theirs = new Map(walk(tableOf(language, area)));
			expect([...theirs.keys()].sort(), area).toEqual([...ours.keys()].sort());
			for (const [name, word] of theirs) {
				expect(typeof word, name).toBe(typeof ours.get(name));
				if (typeof word === "string") expect(word, name).not.toBe("");
				if (typeof word === "function")
					expect(word.length, name).toBeLessThanOrEqual((ours.get(name) as () => void).length);
			}
		}
	});

	it.each(translations)("are translated: %s", (language) => {
		const same = areas.flatMap((area) => {
			const known = new Map(walk(tableOf("en", area)));
			return walk(tableOf(language, area))
				.filter(([name, word]) => typeof word === "string" && /\p{L}{4}/u.test(word) && word === known.get(name))
				.map(([name]) => `${area}.${name}`);
		});
		// some words are the same: names, and what languages took from each other
		expect(same.filter((name) => !SHARED.includes(name))).toEqual([]);
	});

	it.each(areas.filter((area) => area !== "common"))("are used: %s", (area) => {
		const users = Object.entries(sources).filter(
			([path, source]) => !path.includes("/i18n/") && new RegExp(`"[./]+/i18n/${area}"`).test(source),
		);
		expect(users.length).toBeGreaterThan(0);
	});

	it.each(areas)("are all used: %s", (area) => {
		const users = Object.entries(sources)
			.filter(([path]) => !/\/i18n\/[^/]+\//.test(path))
			.map(([, source]) => source)
			.join("\n");
		const unused = Object.keys(tableOf("en", area)).filter((key) => !new RegExp(`\\.${key}\\b|"${key}"`).test(users));
		expect(unused).toEqual([]);
	});

	it("stand nowhere else", () => {
		const strays = Object.entries(sources)
			.filter(([path]) => !path.includes("/i18n/") && path.endsWith(".tsx"))
			.flatMap(([path, source]) =>
				[
					...source.matchAll(/<(?:\w+)(?:\s[^<>]*)?>\s*([A-Za-zÀ-ÿ][\p{L}' ,.]+?)\s*<\//gu),
					...source.matchAll(/(?:aria-label|title|placeholder|label)="([^"]+)"/g),
				].map((match) => `${path.replace("../src/", "")}: ${match[1]}`),
			);
		// The name is the same in every language.
		expect(strays).toEqual(["app/App.tsx: Gomoku"]);
	});
});

describe("the language", () => {
	it.each([
		[["fr-CA", "en"], "fr"],
		[["pt-BR", "es-MX"], "es"],
		[["zh-CN"], "zh-Hans"],
		[["zh"], "zh-Hans"],
		[["zh-TW"], "zh-Hant"],
		[["zh-Hant-HK"], "zh-Hant"],
		[["tlh", "pt"], "en"],
		[[], "en"],
	])("is the first of the browser's that the page speaks: %s", (wanted, language) => {
		expect(preferredLanguage(wanted)).toBe(language);
	});
});

/** Words that another language may share with English. */
const SHARED = [
	"common.analyse",
	"common.bot",
	"common.computer",
	"common.dogeOn",
	"common.dogeWords.0",
	"common.keyDoge",
	"common.keyNames.ends",
	"common.keyNames.enter",
	"common.keyPause",
	"common.limit",
	"common.pause",
	"common.stones.coral",
	"common.stones.jade",
	"common.stones.lapis",
	"common.surprise",
	"explorer.rating",
	"explorer.sources.collections",
	"figure.name",
	"lessons.names.0",
	"lessons.nodes",
	"lessons.pause",
	"lessons.score",
	"moderate.chat",
	"moderate.page",
	"ownClock.byoyomi",
	"ownClock.minutes",
	"people.passphrase",
	"people.rating",
	"profile.online",
	"profile.score",
	"profile.spam",
	"puzzles.solution",
	"rooms.chat",
	"rooms.table",
	"rules.learnCapture",
	"study.saveName",
	"study.score",
	"study.threads",
	"study.title",
	"thinking.million",
	"thinking.parent",
	"thinking.positions",
	"thinking.positionsBelow",
	"tokens.token",
	"tournaments.arena",
	"tournaments.buchholz",
	"tournaments.description",
	"tournaments.minutes",
	"tournaments.name",
	"tournaments.points",
	"tournaments.rating",
	"tournaments.sonnebornBerger",
];
