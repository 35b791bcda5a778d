import { describe, expect, it } from "vitest";
import { goingOn } from "../src/home/Life";
import type { RoomSummary } from "../src/wire/messages";

const open = { type: "open" };
const person = { type: "person" };
const line = (room: string, phase: string, holders: object[], spectators = 0): RoomSummary =>
	({ room, phase, holders, spectators }) as unknown as RoomSummary;

describe("what goes on", () => {
	it("is nothing where there is nothing", () => {
		expect(goingOn([])).toEqual({ open: [], watch: null });
	});

	it("is the rooms where somebody waits, and the game with the most people watching", () => {
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
