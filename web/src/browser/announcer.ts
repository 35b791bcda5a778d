// What is said to screen readers: politely for moves and hints, at once for the grace turn, requests and results.
import { signal } from "@preact/signals";

const polite = signal("");
const urgent = signal("");
let turn = false;

export function announce(text: string, now = false): void {
	// The same words twice are said twice: an invisible difference makes them new.
	turn = !turn;
	(now ? urgent : polite).value = text + (turn ? "" : "\u00a0");
}

export const said = { polite, urgent };
