// The direction of imports: a folder may import from itself and from folders of lower rank.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** Folders of src in dependency order, subfolders included; those on one line do not know each other. "." is the entry point. */
const RANKS = [
	["styles", "browser"],
	["wire"],
	["i18n"],
	["kit"],
	["doge"],
	["board"],
	["people", "newgame", "figure"],
	["game"],
	["games"],
	["slow"],
	["home", "rooms", "analysis/thinking"],
	["profile", "analysis/prove"],
	["lobby", "moderate", "tournaments", "analysis/study", "analysis/tree"],
	["watch"],
	["learn/rules", "learn/puzzles", "learn/lessons"],
	["play"],
	["app"],
	["."],
] as const;

/** The folder with a rank that a folder belongs to; itself if there is none. */
function ranked(folder: string): string {
	const known: readonly string[] = RANKS.flat();
	for (let at = folder; at !== "."; at = dirname(at)) if (known.includes(at)) return at;
	return folder;
}

/** Modules per folder, at most: beyond that, nothing can be found. */
const MOST_MODULES = 14;

interface Import {
	/** The files, "game/Seat.tsx" and "board/Stones.tsx". */
	readonly file: string;
	readonly target: string;
	/** Their ranked folders. */
	readonly from: string;
	readonly to: string;
	/** "game/Seat.tsx -> board/Stones" */
	readonly text: string;
}

/** Every relative import of a module, static, dynamic or of types only. */
function imports(): Import[] {
	const known = new Set(readdirSync(SRC, { recursive: true, encoding: "utf8" }));
	const files = [...known].filter((name) => /\.tsx?$/.test(name));
	return files.flatMap((file) => {
		const folder = dirname(file);
		const source = readFileSync(join(SRC, file), "utf8");
		return [...source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].flatMap((match) => {
			const named = normalize(join(folder, match[1]!));
			const endings = /\.(css|json)$/.test(named) ? [""] : [".ts", ".tsx", "/index.ts"];
			const target = endings.map((ending) => named + ending).find((name) => known.has(name));
			if (!target) throw new Error(`${file} imports ${named}, which does not exist`);
			return [{ file, target, from: ranked(folder), to: ranked(dirname(target)), text: `${file} -> ${named}` }];
		});
	});
}

it("no folder is crowded", () => {
	const counts = new Map<string, number>();
	for (const file of readdirSync(SRC, { recursive: true, encoding: "utf8" }))
		if (/\.tsx?$/.test(file) && !file.startsWith("i18n/"))
			counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
	expect(counts.size).toBeGreaterThan(20);
	expect([...counts].filter(([, count]) => count > MOST_MODULES)).toEqual([]);
});

/** A cycle of modules, as a path that ends where it begins; empty if there is none. */
function cycle(edges: readonly Pick<Import, "file" | "target">[]): string[] {
	const next = new Map<string, string[]>();
	for (const { file, target } of edges) next.set(file, [...(next.get(file) ?? []), target]);
	const done = new Set<string>();
	const follow = (path: string[]): string[] => {
		const here = path.at(-1)!;
		const start = path.indexOf(here);
		if (start < path.length - 1) return path.slice(start);
		if (done.has(here)) return [];
		for (const target of next.get(here) ?? []) {
			const found = follow([...path, target]);
			if (found.length) return found;
		}
		done.add(here);
		return [];
	};
	for (const file of next.keys()) {
		const found = follow([file]);
		if (found.length) return found;
	}
	return [];
}

describe("imports", () => {
	const all = imports();
	const found = all.filter(({ from, to }) => from !== to);
	const rank = new Map<string, number>(RANKS.flatMap((folders, i) => folders.map((folder) => [folder, i])));

	it("are found", () => {
		expect(found.length).toBeGreaterThan(300);
	});

	it("come from folders that have a rank", () => {
		const folders = new Set(found.flatMap(({ from, to }) => [from, to]));
		const unranked = [...folders].filter((folder) => !rank.has(folder));
		const advice = unranked.map((folder) => `give ${folder}/ a rank in RANKS, after every folder that it imports from`);
		expect(advice).toEqual([]);
	});

	it("of modules have no cycles, not even inside a folder", () => {
		const edge = (file: string, target: string) => ({ file, target });
		expect(cycle([edge("a", "b"), edge("b", "c"), edge("a", "c")])).toEqual([]);
		expect(cycle([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toEqual(["b", "c", "b"]);
		expect(all.length).toBeGreaterThan(1000);
		expect(cycle(all)).toEqual([]);
	});

	it("lead to folders of lower rank, so that there are no cycles", () => {
		const wrong = found.filter(({ from, to }) => rank.get(to)! >= rank.get(from)!);
		const advice = wrong.map(
			({ text, from, to }) => `${text}: rank ${from}/ after ${to}/ in RANKS, or move what both need to a lower folder`,
		);
		expect(advice).toEqual([]);
	});
});
