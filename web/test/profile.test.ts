import { describe, expect, it } from "vitest";
import { pageOf, stoneOf } from "../src/people/persons";
import { pointsText, scoreText } from "../src/people/score";
import { shownOf } from "../src/profile/challenges";
import { shapeOf, within } from "../src/profile/RatingGraph";
import type { Challenge, RoomState } from "../src/wire/messages";

const DAY = 86_400_000;
const points = [0, 100, 200, 210].map((day, i) => ({ at: day * DAY, value: 1500 + 20 * i, deviation: i ? 60 : null }));

describe("a rating graph", () => {
	it("shows a span, with the game before it", () => {
		const now = 211 * DAY;
		expect(within(points, "all", now)).toHaveLength(4);
		expect(within(points, "half", now).map(({ value }) => value)).toEqual([1500, 1520, 1540, 1560]);
		expect(within(points, "month", now).map(({ value }) => value)).toEqual([1520, 1540, 1560]);
		expect(within(points, "month", 400 * DAY).map(({ value }) => value)).toEqual([1560]);
	});

	it("has a band only where the deviation is known", () => {
		expect(shapeOf(points).band.match(/[ML]/g)).toHaveLength(6);
		expect(shapeOf(points.slice(0, 1)).band).toBe("");
		expect(shapeOf(points).line.match(/[ML]/g)).toHaveLength(4);
	});
});

describe("people", () => {
	it("have an address and a stone of their own", () => {
		expect(pageOf("Ann / B.")).toBe("/@Ann%20%2F%20B.");
		expect(stoneOf("Hana")).toBe(stoneOf("Hana"));
	});

	it("have a score with halves", () => {
		expect([0, 0.5, 1, 2.5].map(pointsText)).toEqual(["0", "½", "1", "2½"]);
		const seats = [{ name: "Ann" }, { name: "Bob" }];
		expect(scoreText({ score: [2.5, 1.5], seats } as unknown as RoomState)).toBe("Ann 2½ – 1½ Bob");
		expect(scoreText({ score: [0, 0], seats } as unknown as RoomState)).toBe("");
	});
});

describe("challenges", () => {
	const made = (changes: Partial<Challenge>) => ({ id: "a", state: "open", mine: false, ...changes }) as Challenge;

	it("are shown while they are open, or until their room is entered", () => {
		const later = Date.now() + 60_000;
		const list = [
			made({ until: later }),
			made({ id: "b", until: 1 }),
			made({ id: "c", state: "accepted", mine: true }),
			made({ id: "d", state: "accepted" }),
			made({ id: "e", state: "declined", mine: true }),
		];
		expect(shownOf(list, new Set()).map(({ id }) => id)).toEqual(["a", "c"]);
		expect(shownOf(list, new Set(["a"])).map(({ id }) => id)).toEqual(["c"]);
	});
});
