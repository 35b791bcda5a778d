import { describe, expect, it, vi } from "vitest";
import { title, waitingGames } from "../src/browser/title";
import { clockText } from "../src/game/clock";
import { clockWords } from "../src/i18n/clock";
import { roughly } from "../src/i18n/durations";
import { createFrom, DEFAULT, isClock } from "../src/newgame/choice";
import { extended, isWhole, withLine } from "../src/slow/planDraft";
import { follow, newTurns, opponentIn, refresh, slowGames, wantsNotices } from "../src/slow/turns";
import type { SlowGame, SlowGames } from "../src/wire/messages";
import { connection } from "../src/wire/socket";

const DAY = 86_400_000;
const person = (visitor: string) => ({ type: "person", visitor, name: visitor, bot: false });
const game = (room: string, mine: boolean): SlowGame =>
	({
		line: { room, holders: [person("bob"), person("ann")], names: ["Bob", "Ann"] },
		mine,
		until: null,
	}) as unknown as SlowGame;
const list = (...games: SlowGame[]): SlowGames => ({ games, vacation: { until: null, left: 30 } });

describe("slow games", () => {
	it("have clocks in days", () => {
		expect(clockWords({ type: "correspondence", days: 3 })).toBe("3 days a move");
		expect(clockText(2 * DAY + 5 * 3_600_000)).toBe("2d 5h");
		expect(clockText(DAY - 1000)).toBe("23:59:59");
		expect([roughly(DAY), roughly(5 * 3_600_000), roughly(1000)]).toEqual(["1 day", "5 hours", "1 minute"]);
	});

	it("are chosen for online games only", () => {
		const clock = { type: "correspondence", days: 3 } as const;
		expect(isClock(clock)).toBe(true);
		expect(createFrom({ ...DEFAULT, clock }, null).options.clock).toEqual({ type: "none" });
	});

	it("become the visitor's turn once", () => {
		expect(newTurns(null, list(game("a", true)))).toEqual([]);
		const before = list(game("a", true), game("b", false));
		expect(newTurns(before, list(game("a", true), game("b", true))).map(({ line }) => line.room)).toEqual(["b"]);
		expect(opponentIn(game("a", true), "ann")).toBe("Bob");
		expect(opponentIn(game("a", true), "bob")).toBe("Ann");
	});

	it("are counted in the window's title", async () => {
		title.value = "Rooms · Gomoku";
		vi.stubGlobal("fetch", () =>
			Promise.resolve(new Response(JSON.stringify(list(game("a", true), game("b", false))))),
		);
		await refresh();
		vi.unstubAllGlobals();
		expect(slowGames.value?.games.length).toBe(2);
		expect(document.title).toBe("(1) Rooms · Gomoku");
		waitingGames.value = 0;
		expect(document.title).toBe("Rooms · Gomoku");
	});

	it("are looked at again soon where a hint came during a look", async () => {
		vi.useFakeTimers();
		const answers: ((response: Response) => void)[] = [];
		vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
		follow();
		await vi.advanceTimersByTimeAsync(1);
		expect(answers).toHaveLength(1);
		connection.hellos.value += 1;
		answers[0]!(Response.json(list()));
		await vi.advanceTimersByTimeAsync(1000);
		expect(answers).toHaveLength(2);
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});
});

describe("conditional moves", () => {
	const stones = [{ cell: [7, 7], side: "X", number: 1 }] as const;

	it("alternate, beginning with the opponent", () => {
		const line = extended(stones, extended(stones, [], [8, 8]), [6, 6]);
		expect(withLine(stones, line, "O").map(({ side, number }) => [side, number])).toEqual([
			["X", null],
			["O", 1],
			["X", 2],
		]);
	});

	it("are not placed on stones, and end with an answer", () => {
		expect(extended(stones, [], [7, 7])).toEqual([]);
		expect(extended(stones, [[8, 8]], [8, 8])).toEqual([[8, 8]]);
		expect([
			isWhole([]),
			isWhole([[8, 8]]),
			isWhole([
				[8, 8],
				[6, 6],
			]),
		]).toEqual([false, false, true]);
	});
});

describe("Web Push", () => {
	it("is requested again when another visitor signs in, if notices are wanted", async () => {
		const asked: string[] = [];
		vi.stubGlobal("PushManager", class {});
		vi.stubGlobal("fetch", (path: string) => {
			asked.push(path);
			return Promise.resolve(new Response(JSON.stringify({ key: "", ...list() })));
		});
		const getRegistration = () => Promise.resolve({});
		Object.defineProperty(navigator, "serviceWorker", { value: { getRegistration }, configurable: true });
		const count = () => asked.filter((path) => path === "/api/me/push").length;
		wantsNotices.value = false;
		follow();
		connection.me.value = "ann";
		await vi.waitFor(() => expect(asked).toContain("/api/me/slow"));
		expect(count()).toBe(0);
		wantsNotices.value = true;
		connection.me.value = "bob";
		await vi.waitFor(() => expect(count()).toBeGreaterThan(0));
		wantsNotices.value = false;
		vi.unstubAllGlobals();
	});
});
