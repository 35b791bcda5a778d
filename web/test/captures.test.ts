import { describe, expect, it } from "vitest";
import { inPairs, takesText } from "../src/game/captures";
import { resultOf } from "../src/game/names";
import { Room } from "../src/game/room";
import type { RoomState, Seat, Snapshot } from "../src/wire/messages";

const seat = (player: "P1" | "P2", color: "X" | "O") =>
	({ player, color, stone: color === "X" ? "black" : "white", name: "", holder: { type: "ai", level: 1 } }) as Seat;

/** A room in which X has won by captures. */
function won(rules: string, capture_sizes: number[], goal: number | null, taken: number): RoomState {
	return {
		options: { rules },
		seats: [seat("P1", "X"), seat("P2", "O")],
		outcome: { winner: "X", by: "capture" },
		taken: [taken, 0],
		goal,
		capture_sizes,
	} as unknown as RoomState;
}
const tailOf = (state: RoomState): string =>
	resultOf(Room.of({ state, actions: [], chat: [], seq: 1, thinking: null } as unknown as Snapshot), state.outcome!)
		.tail;

describe("captured stones", () => {
	it("are counted in pairs where only pairs can be captured", () => {
		expect(tailOf(won("42", [2], 10, 10))).toBe("with 5 captured pairs");
		expect(tailOf(won("pente;capture_goal=12", [2], 12, 12))).toBe("with 6 captured pairs");
	});

	it("are counted one by one where triples can be captured, under any name of the rule set", () => {
		expect(tailOf(won("keryo", [2, 3], 15, 15))).toBe("with 15 captured stones");
		expect(tailOf(won("pente;capture_sizes=2,3;capture_goal=15", [2, 3], 15, 15))).toBe("with 15 captured stones");
		expect(tailOf(won("42;capture_sizes=2,3", [2, 3], 10, 11))).toBe("with 11 captured stones");
	});

	it("are whole pairs or stones, never halves", () => {
		expect(inPairs({ capture_sizes: [2], goal: 15 })).toBe(false);
		const triples = won("42;capture_sizes=2,3", [2, 3], 10, 0);
		expect([2, 3, 6].map((stones) => takesText(triples, stones))).toEqual([
			"takes a pair",
			"takes 3 stones",
			"takes 6 stones",
		]);
		expect(takesText(won("42", [2], 10, 0), 4)).toBe("takes 2 pairs");
	});
});

describe("a game that was called off", () => {
	it("is no draw, and has no other end", () => {
		const state = { ...won("42", [2], 10, 0), outcome: { winner: null, by: "cancelled" } } as unknown as RoomState;
		const room = Room.of({ state, actions: [], chat: [], seq: 1, thinking: null } as unknown as Snapshot);
		expect(resultOf(room, state.outcome!)).toEqual({ head: "The game was called off", tail: "" });
	});
});

describe("rule sets", () => {
	const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { eager: true, query: "?raw", import: "default" });
	it("are not asked for by name", () => {
		const byName =
			/(?<!typeof [\w.?]*)\b(rules|preset|variant)(\.name)?\s*[!=]==\s*"\w|\brules\.(includes|startsWith)\(/;
		const found = Object.entries(sources).filter(([, source]) => byName.test(source));
		expect(found.map(([path]) => path)).toEqual([]);
	});
});
