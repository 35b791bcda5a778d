import { describe, expect, it, vi } from "vitest";
import { quickChoice } from "../src/lobby/matchmaking";
import { GRID_CLOCKS, slowRooms, waitingFor } from "../src/lobby/PairingGrid";
import { byVisitor, changed, enterLobby, extended, fits, freeSeat, peopleIn, total } from "../src/lobby/roomList";
import { botRooms } from "../src/lobby/seeks";
import { rangeText } from "../src/lobby/Wishes";
import type { OpenSeek, RoomSummary, ToClient } from "../src/wire/messages";
import { connection } from "../src/wire/socket";

const person = (visitor: string) => ({ type: "person", visitor, name: "", bot: false }) as const;
const open = { type: "open" } as const;
const line = (room: string, more: Partial<RoomSummary> = {}): RoomSummary =>
	({
		room,
		phase: "seating",
		holders: [person("ann"), open],
		spectators: 0,
		away: [false, false],
		...more,
	}) as RoomSummary;

describe("the list of rooms", () => {
	it("puts new rooms first and leaves the others where they are", () => {
		const list = changed([line("a"), line("b")], "c", line("c"));
		expect(list.map(({ room }) => room)).toEqual(["c", "a", "b"]);
		const later = changed(list, "b", line("b", { phase: "playing" }));
		expect(later.map(({ room }) => room)).toEqual(["c", "a", "b"]);
		expect(later[2]?.phase).toBe("playing");
	});

	it("drops rooms that are gone", () => {
		expect(changed([line("a"), line("b")], "a", null).map(({ room }) => room)).toEqual(["b"]);
	});

	it("counts no room that is gone", () => {
		let hear: (message: ToClient) => void = () => {};
		vi.spyOn(connection, "start").mockReturnValue();
		vi.spyOn(connection, "overhear").mockImplementation((listener) => {
			hear = listener;
			return () => {};
		});
		const leave = enterLobby();
		hear({ type: "lobby", rooms: [line("a"), line("b")], total: 60, offset: 0 } as ToClient);
		hear({ type: "lobby_change", room: "a", line: null } as ToClient);
		hear({ type: "lobby_change", room: "not in this part", line: null } as ToClient);
		hear({ type: "lobby_change", room: "b", line: line("b", { phase: "playing" }) } as ToClient);
		expect(total.value).toBe(59);
		leave();
		vi.restoreAllMocks();
	});

	it("grows by parts, without repeats, and starts anew with the first", () => {
		const whole = extended([line("a"), line("b")], [line("b"), line("c")], 2);
		expect(whole.map(({ room }) => room)).toEqual(["a", "b", "c"]);
		expect(extended(whole, [line("d")], 0).map(({ room }) => room)).toEqual(["d"]);
		expect(extended(null, [line("d")], 50).map(({ room }) => room)).toEqual(["d"]);
	});

	it("matches every word of a search, the rule set and free seats", () => {
		const room = line("a", { title: "Sunday", names: ["Ann", ""], rules: "renju;size=19", opening: "swap2" });
		const every = { search: "", rules: "", open: false };
		expect(fits(room, { ...every, search: "ann  swap2" })).toBe(true);
		expect(fits(room, { ...every, search: "ann pro" })).toBe(false);
		expect(fits(room, { ...every, rules: "renju" })).toBe(true);
		expect(fits(room, { ...every, rules: "42" })).toBe(false);
		expect(fits({ ...room, phase: "playing" }, { ...every, open: true })).toBe(false);
	});

	it("finds a free seat", () => {
		expect(freeSeat(line("a"))).toBe("P2");
		expect(freeSeat(line("a", { holders: [open, person("bob")] }))).toBe("P1");
		expect(freeSeat(line("a", { holders: [person("ann"), person("bob")] }))).toBeNull();
		expect(freeSeat(line("a", { phase: "playing" }))).toBeNull();
	});

	it("counts people and finds the visitor's own room", () => {
		expect(peopleIn([line("a", { spectators: 2 }), line("b")])).toBe(4);
		expect(peopleIn([line("a", { spectators: 2, away: [true, false] })])).toBe(2);
		expect(byVisitor(line("a"), "ann")).toBe(true);
		expect(byVisitor(line("a"), "bob")).toBe(false);
	});
});

describe("who looks for a game", () => {
	const bot = { type: "person", visitor: "bot-1", name: "Sente", bot: true } as const;

	it("is found among bots, too", () => {
		const lines = [line("a", { holders: [bot, open] }), line("b", { holders: [person("ann"), open] })];
		expect(botRooms(lines).map(({ room }) => room)).toEqual(["a"]);
		expect(botRooms(null)).toEqual([]);
	});

	it("keeps wishes that can be sent", () => {
		expect(quickChoice.value).toMatchObject({ also: [], rated: null, player: null, least: null, most: null });
	});
});

describe("the pairing grid", () => {
	it("counts the others who would play these rules with this clock", () => {
		const [bullet, , blitz] = GRID_CLOCKS;
		const wants = (visitor: string, ...rules: string[]) => ({ visitor, rules, clock: blitz }) as unknown as OpenSeek;
		const list = [wants("me", "42"), wants("ann", "42", "renju"), wants("bob", "renju")];
		expect(waitingFor(list, "42", blitz!, "me")).toBe(1);
		expect(waitingFor(list, "renju", blitz!, "me")).toBe(2);
		expect(waitingFor(list, "renju", bullet!, "me")).toBe(0);
	});

	it("finds the slow games of others that wait for an opponent", () => {
		const slow = (room: string, days: number, more: Partial<RoomSummary> = {}) =>
			line(room, { rules: "renju", clock: { type: "correspondence", days }, ...more });
		const full: RoomSummary["holders"] = [person("ann"), person("bob")];
		const list = [slow("a", 3), slow("b", 7), slow("c", 3, { holders: full }), slow("d", 3, { rules: "42" })];
		expect(slowRooms(list, "renju", "me").map(({ room }) => room)).toEqual(["a"]);
		expect(slowRooms(list, "renju", "ann")).toEqual([]);
	});
});

describe("the opponent wanted", () => {
	it("has a rating between two bounds, either of which may be open", () => {
		expect(rangeText(null, null)).toBe("Any");
		expect(rangeText(1500, null)).toBe("from 1500");
		expect(rangeText(null, 1850)).toBe("up to 1850");
		expect(rangeText(1500, 1850)).toBe("1500 – 1850");
	});
});
