import { describe, expect, it } from "vitest";
import { byVisitor, changed, freeSeat, peopleIn } from "../src/lobby/roomList";
import type { RoomSummary } from "../src/wire/messages";

const person = (visitor: string) => ({ type: "person", visitor, name: "", bot: false }) as const;
const open = { type: "open" } as const;
const line = (room: string, more: Partial<RoomSummary> = {}): RoomSummary =>
	({ room, phase: "seating", holders: [person("ann"), open], spectators: 0, ...more }) as RoomSummary;

describe("the list of rooms", () => {
	it("puts new rooms first and leaves the others where they are", () => {
		const list = changed([line("a"), line("b")], "c", line("c"));
		expect(list.map(({ room }) => room)).toEqual(["c", "a", "b"]);
		const later = changed(list, "b", line("b", { phase: "playing" }));
		expect(later.map(({ room }) => room)).toEqual(["c", "a", "b"]);
		expect(later[2]?.phase).toBe("playing");
	});

	it("drops rooms that are gone or have no person seated", () => {
		expect(changed([line("a"), line("b")], "a", null).map(({ room }) => room)).toEqual(["b"]);
		expect(changed([line("a")], "a", line("a", { holders: [open, open] }))).toEqual([]);
		expect(changed([], "a", line("a", { holders: [{ type: "ai", level: 3 }, open] }))).toEqual([]);
	});

	it("finds a free seat", () => {
		expect(freeSeat(line("a"))).toBe("P2");
		expect(freeSeat(line("a", { holders: [open, person("bob")] }))).toBe("P1");
		expect(freeSeat(line("a", { holders: [person("ann"), person("bob")] }))).toBeNull();
		expect(freeSeat(line("a", { phase: "playing" }))).toBeNull();
	});

	it("counts people and finds the visitor's own room", () => {
		expect(peopleIn([line("a", { spectators: 2 }), line("b")])).toBe(4);
		expect(byVisitor(line("a"), "ann")).toBe(true);
		expect(byVisitor(line("a"), "bob")).toBe(false);
	});
});
