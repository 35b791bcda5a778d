// Learning from mistakes: the store over a scripted server.
import { afterEach, expect, test, vi } from "vitest";
import { MistakeStore } from "../src/learn/puzzles/mistakes/mistakeStore";
import { Practice } from "../src/learn/puzzles/mistakes/practice";
import type { Review, ReviewedMove, Study } from "../src/wire/messages";

const CELLS: [number, number][] = [
	[4, 4],
	[0, 0],
	[5, 4],
	[8, 8],
];
const study = {
	start: { rules: "freestyle;size=9", rows: Array<string>(9).fill("........."), to_move: "X", taken: [0, 0] },
	nodes: [
		{ parent: -1, cell: null, color: null, captured: [], comment: "", ms: null, origin: null },
		...CELLS.map((cell, i) => ({
			parent: i,
			cell,
			color: i % 2 ? "O" : "X",
			captured: [],
			comment: "",
			ms: null,
			origin: null,
		})),
	],
} as unknown as Study;
const move = (color: "X" | "O", grade: ReviewedMove["grade"]) =>
	({ color, grade, loss: 0.4, chance: 0.5, best: [3, 3], line: [], coach: null }) as unknown as ReviewedMove;
const review = {
	id: "r",
	complete: true,
	failed: false,
	moves: [move("X", "good"), move("O", "blunder"), move("X", "blunder"), move("O", "mistake")],
} as unknown as Review;
const view = { forbidden: [], captured: [], takes: [], fives: [], breaks: [] };

/** Answers every request, and remembers the tries. */
function serve(isGood: (cell: [number, number]) => boolean): unknown[] {
	const tries: unknown[] = [];
	vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
		const given = body ? JSON.parse(body) : null;
		if (path === "/api/review/try") tries.push(given);
		const answer =
			path === "/api/review"
				? review
				: path === "/api/review/try"
					? { move: move("O", "blunder"), good: isGood(given.cell), view }
					: path === "/api/study/look"
						? view
						: study;
		return new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
	});
	return tries;
}
afterEach(() => vi.unstubAllGlobals());

test("one's own mistakes are tasks, one after the other, and counted", async () => {
	const tries = serve(([x]) => x === 3);
	const table = new MistakeStore("room", ["O"]);
	await table.game.begin();
	expect(table.mistakes.value!.map(({ number }) => number)).toEqual([2, 4]);
	expect(table.spot.value!.stones).toHaveLength(1);
	expect(table.played.value).toEqual([0, 0]);

	await table.play([7, 7]);
	expect(table.phase.value).toBe("wrong");
	expect(table.spot.value!.stones).toHaveLength(2);
	await table.play([3, 3]);
	expect(tries, "a move must be taken back first").toHaveLength(1);
	table.again();
	expect(table.spot.value!.stones).toHaveLength(1);
	await table.play([3, 3]);
	expect(table.phase.value).toBe("solved");
	expect(tries[1]).toMatchObject({ number: 2, cell: [3, 3], review: { moves: CELLS } });

	table.next();
	expect(table.spot.value!.stones).toHaveLength(3);
	table.reveal();
	expect(table.phase.value).toBe("shown");
	table.next();
	expect(table.mistake.value).toBeNull();
	expect(table.results.value).toEqual([2, null]);
});

test("the mistake that was asked for comes first, then the others in turn", async () => {
	serve(() => true);
	const table = new MistakeStore("room", ["X", "O"], 3);
	await table.game.begin();
	const seen = [];
	for (; table.mistake.value; table.next()) seen.push([table.mistake.value.number, table.isLast.value]);
	expect(seen).toEqual([
		[3, false],
		[4, false],
		[2, true],
	]);
});

test("the mistake itself can be tried again", async () => {
	serve(() => false);
	const table = new MistakeStore("room", ["X"]);
	await table.game.begin();
	expect(table.played.value).toEqual([5, 4]);
	await table.play([5, 4]);
	expect(table.phase.value).toBe("wrong");
	expect(table.spot.value!.last?.cell).toEqual([5, 4]);
	expect(table.spot.value!.number).toBe(3);
});

test("a refused move is taken back", async () => {
	serve(() => true);
	const table = new MistakeStore("room", ["X"]);
	await table.game.begin();
	vi.stubGlobal("fetch", async () => Response.error());
	await table.play([1, 1]);
	expect(table.phase.value).toBe("yours");
	expect(table.tried.value).toBeNull();
	expect(table.refusal.value?.cell).toEqual([1, 1]);
	expect(table.results.value).toEqual([]);
});

test("practice goes through all reviewed games with mistakes of one's own, page by page", async () => {
	const ai = { type: "ai", level: 3, matched: false };
	const person = { type: "person", visitor: "v", name: "", bot: false };
	const line = (room: string, stones_played = 20) => ({
		room,
		stones_played,
		holders: [person, ai],
		opening: "standard",
	});
	const pages = [
		[line("short", 3), line("flawless"), line("first")],
		[line("theirs"), line("second")],
	];
	const found: Record<string, { color: string }[]> = {
		first: [{ color: "X" }],
		theirs: [{ color: "O" }],
		second: [{ color: "X" }],
	};
	vi.stubGlobal("fetch", async (path: string) => {
		const room = /game\/(\w+)\/mistakes/.exec(path)?.[1];
		const answer = room
			? { reviewed: true, mistakes: found[room] ?? [] }
			: { games: pages[path.includes("offset=0") ? 0 : 1], total: 5, me: "v" };
		return new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
	});
	const practice = new Practice();
	await practice.next();
	expect(practice.game.value).toEqual({ room: "first", side: "X" });
	await practice.next([1, null]);
	expect(practice.game.value).toEqual({ room: "second", side: "X" });
	await practice.next([2]);
	expect(practice.game.value).toBeNull();
	expect(practice.results.value).toEqual([1, null, 2]);
	vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
	const refused = new Practice();
	await refused.next();
	expect(refused.failed.value).toBe(true);
});
