import { describe, expect, it } from "vitest";
import { opponentOf, placesOf, timelineOf } from "../src/moderate/CaseCard";
import { roomsOf } from "../src/moderate/DecisionCard";
import type { Report } from "../src/wire/messages";

const person = (visitor: string) => ({ type: "person", visitor, name: "", bot: false });
const report = (room: string, title: string, players: readonly string[] | null): Report =>
	({ room, title, game: players && { holders: players.map(person), names: players } }) as unknown as Report;

describe("a case", () => {
	it("names the other player of the latest report that has a game", () => {
		const about = (latest: Report) => opponentOf({ person: "goro", reports: [latest] });
		expect(about(report("a", "", ["farah", "goro"]))).toBe("farah");
		expect(about(report("a", "", ["goro", "farah"]))).toBe("farah");
		expect(about(report("a", "", ["farah", "emil"]))).toBe("");
		expect(about(report("a", "", null))).toBe("");
		const later = [report("", "", null), report("a", "", ["farah", "goro"])];
		expect(opponentOf({ person: "goro", reports: later })).toBe("farah");
	});

	it("can be decided by closing one of the rooms that are left", () => {
		const reports = [
			report("a", "Sunday", ["farah", "goro"]),
			report("b", "gone", null),
			report("c", "", ["goro", "x"]),
		];
		expect([...roomsOf({ reports: [...reports, reports[0]!] })]).toEqual([
			["a", "Sunday"],
			["c", "c"],
		]);
	});

	it("shows each room once, with all that was written there and when it was reported", () => {
		const line = (at: number, text: string) => ({ at, visitor: "goro", name: "Goro", text, seat: null });
		const first = { ...report("a", "", null), id: "1", at: 20, chat: [line(10, "hi")], reason: "insults" } as Report;
		const second = { ...first, id: "2", at: 40, chat: [line(10, "hi"), line(30, "idiot")] } as Report;
		const elsewhere = { ...report("", "", null), id: "3", at: 5, chat: [] } as unknown as Report;
		expect(placesOf([second, first, elsewhere])).toEqual([[second, first], [elsewhere]]);
		expect(timelineOf([second, first]).map(({ at }) => at)).toEqual([10, 20, 30, 40]);
	});
});
