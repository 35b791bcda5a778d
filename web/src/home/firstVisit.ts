// Whether the home page shows the first minute: to first-time visitors, and on request.
import { signal } from "@preact/signals";
import { recall, remember } from "../browser/storage";

/** Why the first minute is on the home page's board; null if it is not. */
export const minute = signal<"new" | "asked" | null>(
	recall("minute") === null && recall("choice") === null ? "new" : null,
);

/** Show it again. */
export function askForMinute(): void {
	minute.value = "asked";
	scrollTo({ top: 0 });
}

/** Hide it, for good unless it is requested. */
export function endMinute(): void {
	remember("minute", "seen");
	minute.value = null;
}

/** The first position of the minute: on the board before its steps are loaded. */
export const FIRST_ROWS = [
	...Array(8).fill(""),
	".....XO..X..O",
	".......O..O..X",
	"...........O",
] as readonly string[];
