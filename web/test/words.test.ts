// Every word of the page stands in i18n/, in both languages.
import { describe, expect, it } from "vitest";

type Table = Record<string, unknown>;
const english = import.meta.glob<{ en: Table }>("../src/i18n/en/*.ts", { eager: true });
const french = import.meta.glob<{ fr: Table }>("../src/i18n/fr/*.ts", { eager: true });
const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { eager: true, query: "?raw", import: "default" });
const areaOf = (path: string): string => /([^/]+)\.ts$/.exec(path)![1]!;
const areas = Object.keys(english).map(areaOf);
const tables = (area: string): [Table, Table] => [
	english[`../src/i18n/en/${area}.ts`]!.en,
	french[`../src/i18n/fr/${area}.ts`]!.fr,
];

/** Every word of a table with the path of its key. */
const walk = (table: object, path = ""): [string, unknown][] =>
	Object.entries(table).flatMap(([name, word]) =>
		typeof word === "object" && word !== null ? walk(word, `${path}${name}.`) : [[path + name, word]],
	);

describe("words", () => {
	it("have a table in each language for each area", () => {
		expect(Object.keys(french).map(areaOf)).toEqual(areas);
		expect(areas).toContain("common");
	});

	it.each(areas)("are the same in both languages, and none is empty: %s", (area) => {
		const [ours, theirs] = tables(area).map((table) => new Map(walk(table))) as [
			Map<string, unknown>,
			Map<string, unknown>,
		];
		expect([...theirs.keys()].sort()).toEqual([...ours.keys()].sort());
		for (const [name, word] of theirs) {
			expect(typeof word, name).toBe(typeof ours.get(name));
			if (typeof word === "string") expect(word, name).not.toBe("");
		}
	});

	it("are translated", () => {
		const same = areas.flatMap((area) => {
			const [ours, theirs] = tables(area);
			const known = new Map(walk(ours));
			return walk(theirs)
				.filter(([name, word]) => typeof word === "string" && word === known.get(name))
				.map(([name, word]) => `${area}.${name}: ${word}`);
		});
		expect(same.sort()).toEqual(SHARED);
	});

	it.each(areas.filter((area) => area !== "common"))("are used: %s", (area) => {
		const users = Object.entries(sources).filter(
			([path, source]) => !path.includes("/i18n/") && new RegExp(`"[./]+/i18n/${area}"`).test(source),
		);
		expect(sources[`../src/i18n/${area}.ts`]).toMatch(`./fr/${area}`);
		expect(users.length).toBeGreaterThan(0);
	});

	it.each(areas)("are all used: %s", (area) => {
		const users = Object.entries(sources)
			.filter(([path]) => !/\/i18n\/(en|fr)\//.test(path))
			.map(([, source]) => source)
			.join("\n");
		const unused = Object.keys(tables(area)[0]).filter((key) => !new RegExp(`\\.${key}\\b|"${key}"`).test(users));
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

/** Words that English and French share. */
const SHARED = [
	"common.bot: bot",
	"common.dogeOn: wow",
	"common.dogeWords.0: wow",
	"common.keyDoge: doge",
	"common.keyPause: pause",
	"common.pause: Pause",
	"common.stones.jade: Jade",
	"common.stones.lapis: Lapis",
	"common.surprise: Surprise",
	"lessons.names.0: Minimax",
	"lessons.nodes: Positions",
	"lessons.pause: Pause",
	"lessons.score: Score",
	"puzzles.solution: Solution",
	"rooms.table: Table",
	"rules.learnCapture: Captures",
	"study.score: Score",
	"thinking.million: million",
	"thinking.parent: Parent",
	"thinking.positions: Positions",
	"thinking.positionsBelow: Positions",
];
