// Captured stones in words: counted in pairs where the rules capture nothing else, and in stones otherwise.
import { t } from "../i18n";
import type { RoomState } from "../wire/messages";

/** Whether captures are counted in pairs. */
export const inPairs = ({ capture_sizes, goal }: Pick<RoomState, "capture_sizes" | "goal">): boolean =>
	capture_sizes.every((size) => size === 2) && (goal === null || goal % 2 === 0);

/** What a move captures: "takes a pair". */
export const takesText = (state: RoomState, stones: number): string =>
	stones === 2 || inPairs(state) ? t.value.takes(stones / 2) : t.value.takesStones(stones);

/** How a game was won: "with 5 captured pairs". */
export const wonByText = (state: RoomState, stones: number): string =>
	inPairs(state) ? t.value.byCapture(stones / 2) : t.value.byCaptureStones(stones);
