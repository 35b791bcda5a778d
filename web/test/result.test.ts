import { describe, expect, it } from "vitest";
import { resultText } from "../src/analysis/study/MoveTreeCard";

describe("the result after the last move", () => {
	it("says who won, and how, where the file tells", () => {
		expect(resultText("B+")).toBe("Black wins");
		expect(resultText("W+R")).toBe("White wins · by resignation");
		expect(resultText("b+Time")).toBe("Black wins · on time");
		expect(resultText("W+5")).toBe("White wins");
	});

	it("knows a draw, and says nothing of what it does not know", () => {
		expect(resultText("0")).toBe("A draw");
		expect(resultText("Draw")).toBe("A draw");
		expect(resultText("?")).toBe("");
		expect(resultText("")).toBe("");
	});
});
