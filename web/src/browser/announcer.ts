// Live regions for screen readers: polite for moves and hints, assertive for the grace turn, requests and results.
import { signal } from "@preact/signals";

const polite = signal("");
const urgent = signal("");
let turn = false;

export function announce(text: string, now = false): void {
	// A trailing no-break space makes a repeated text a change, so that it is read again.
	turn = !turn;
	(now ? urgent : polite).value = text + (turn ? "" : "\u00a0");
}

export const said = { polite, urgent };
