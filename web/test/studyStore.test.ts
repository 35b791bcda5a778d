import { h, render } from "preact";
import { afterEach, expect, test, vi } from "vitest";
import { StudyKeeper } from "../src/analysis/study/keeper";
import { cellsTo } from "../src/analysis/study/moveTree";
import { StudyStore } from "../src/analysis/study/studyStore";
import { Line } from "../src/analysis/thinking/BoardLayers";
import type { Cell } from "../src/board/geometry";
import type { LineMove } from "../src/wire/messages";

const step = (cell: [number, number], color: "X" | "O", captured: [number, number][] = []): LineMove => ({
	cell,
	color,
	captured,
	fives: [],
	over: false,
});
const LINE: Cell[] = [
	[1, 0],
	[2, 0],
	[3, 0],
];
const OTHER: Cell[] = [
	[5, 5],
	[6, 5],
];

/** Answers on demand: a walk with its steps, everything else with the view of a position. */
function serve(): { answer: () => void } {
	const waiting: (() => void)[] = [];
	vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
		await new Promise<void>((done) => waiting.push(done));
		const found =
			path === "/api/walk"
				? { steps: JSON.parse(body).moves.map((cell: [number, number], i: number) => step(cell, i % 2 ? "O" : "X")) }
				: { captured: [], forbidden: [] };
		return new Response(JSON.stringify(found), { headers: { "Content-Type": "application/json" } });
	});
	return {
		answer: () => {
			for (const go of waiting.splice(0)) go();
		},
	};
}

async function settled(server: { answer: () => void }, added: Promise<void>): Promise<void> {
	const asking = setInterval(server.answer, 1);
	await added;
	clearInterval(asking);
}

// A store that a test leaves behind may still ask for a view: it gets no answer, and reaches no network.
afterEach(() => {
	vi.stubGlobal("fetch", () => new Promise(() => {}));
});

test("a variation is added after its node, and its first move is shown", async () => {
	const server = serve();
	const store = new StudyStore();
	await settled(server, store.add(0, LINE));
	expect(cellsTo(store.tree.value, 3)).toEqual(LINE);
	expect(store.at.value).toBe(1);
});

test("who goes elsewhere while a variation comes stays there, and the variation is whole", async () => {
	const server = serve();
	const store = new StudyStore();
	await settled(server, store.add(0, LINE));
	const added = store.add(0, OTHER);
	store.go(3);
	await settled(server, added);
	expect(store.at.value).toBe(3);
	expect(cellsTo(store.tree.value, store.tree.value.length - 1)).toEqual(OTHER);
});

test("a move of a line that is captured later is still drawn, with its number", () => {
	const box = document.createElement("div");
	const steps = [step([1, 0], "X"), step([2, 0], "O", [[1, 0]])];
	const position = {
		rules: "42",
		rows: ["...", "...", "..."],
		to_move: "X" as const,
		taken: [0, 0] as [number, number],
	};
	const room = { colours: { value: { X: "black", O: "white" } } };
	const line = {
		grid: { width: 3, height: 3 },
		position,
		moves: [[1, 0] as const, [2, 0] as const],
		steps,
		firm: true,
	};
	// biome-ignore lint/suspicious/noExplicitAny: a part of a room and of a grid
	render(h(Line, { room, ...line } as any), box);
	expect([...box.querySelectorAll("[data-ghost]")].map((ghost) => ghost.getAttribute("data-ghost"))).toEqual([
		"1",
		"2",
	]);
	expect(box.querySelectorAll("[data-taken]")).toHaveLength(1);
});

test("a save whose answer was lost is one's own: the study goes on, and no copy is made", async () => {
	vi.useFakeTimers();
	const store = new StudyStore();
	let version = 1;
	const versions: number[] = [];
	vi.stubGlobal("fetch", async (_path: string, { method, body }: { method?: string; body?: string } = {}) => {
		const answer = (value: unknown, status = 200) =>
			new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
		if (method !== "PUT") return answer({ version, mine: true, access: "link", draft: {} });
		const given = JSON.parse(body!).version;
		versions.push(given);
		if (given !== version) return answer({ reason: "stale", detail: "" }, 400);
		version += 1;
		if (versions.length === 1) throw new TypeError("the connection was lost");
		return answer({ id: "abcdefghijkl", version, is_new: false });
	});
	const copied = vi.fn();
	const reviewing = { finished: { value: null } };
	const prover = { settled: { value: new Map() } };
	// biome-ignore lint/suspicious/noExplicitAny: what it needs of a review and of a prover
	const keeper = new StudyKeeper(store, reviewing as any, prover as any, copied);
	store.address.value = { id: "abcdefghijkl", version: 1, saved: true };
	const leave = keeper.attend();
	store.comment("a change");
	await vi.advanceTimersByTimeAsync(10_000);
	leave();
	vi.useRealTimers();
	expect(versions).toEqual([1, 2]);
	expect(copied).not.toHaveBeenCalled();
	expect(store.address.value).toEqual({ id: "abcdefghijkl", version: 3, saved: true });
});
