import { describe, expect, it } from "vitest";
import { aroundStones, goingOn } from "../src/home/Life";
import type { RoomSummary } from "../src/wire/messages";

const open = { type: "open" };
const person = { type: "person" };
const line = (room: string, phase: string, holders: object[], spectators = 0): RoomSummary =>
	({ room, phase, holders, spectators }) as unknown as RoomSummary;

describe("what goes on", () => {
	it("is nothing where there is nothing", () => {
		expect(goingOn([])).toEqual({ open: [], watch: null });
	});

	it("is the rooms where a player waits, and the game with the most spectators", () => {
		const { open: rooms, watch } = goingOn([
			line("full", "seating", [person, person]),
			line("waits", "seating", [person, open]),
			line("over", "over", [person, open]),
			line("quiet", "playing", [person, person]),
			line("loud", "playing", [person, person], 4),
		]);
		expect(rooms.map(({ room }) => room)).toEqual(["waits"]);
		expect(watch?.room).toBe("loud");
	});
});

describe("the small board", () => {
	it("shows the part with the stones, as a square of nine lines or more", () => {
		const rows = Array.from({ length: 15 }, (_, y) =>
			Array.from({ length: 15 }, (_, x) => (y === 13 && x > 10 ? "X" : ".")).join(""),
		);
		const shown = aroundStones(rows);
		expect(shown).toHaveLength(9);
		expect(new Set(shown.map((row) => row.length))).toEqual(new Set([9]));
		expect(shown.join("").replaceAll(".", "")).toBe("XXXX");
	});

	it("is whole where stones lie far apart, or where there are none", () => {
		const apart = ["X....", ".....", ".....", ".....", "....O"];
		expect(aroundStones(apart)).toEqual(apart);
		expect(aroundStones(["...", "...", "..."])).toEqual(["...", "...", "..."]);
		expect(aroundStones([])).toEqual([]);
	});
});
