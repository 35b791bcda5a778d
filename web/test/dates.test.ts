import { describe, expect, it } from "vitest";
import { dayText } from "../src/i18n/dates";

describe("the date of a game", () => {
	it("is written as the page's language does, whatever the hour of the reader", () => {
		expect(dayText("2026-11-19")).toMatch(/19/);
		expect(dayText("2026-11-19")).toMatch(/2026/);
		expect(dayText("2026-11-19")).not.toContain("-");
	});

	it("stays as it is in the file, unless it is a whole day", () => {
		for (const text of ["", "2024", "2024-05", "2024-05-31,06-01", "2024-13-45", "spring"])
			expect(dayText(text)).toBe(text);
	});
});
