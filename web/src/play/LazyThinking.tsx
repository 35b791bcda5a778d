// The thinking panel and the threats overlay, loaded when first shown.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ThinkingProps } from "../analysis/thinking/panel/ThinkingTable";
import type { Room } from "../game/room";
import { threatens } from "../game/thinkingView";

const parts = signal<typeof import("../analysis/thinking/panel/ThinkingTable") | null>(null);
let asked = false;

function fetchParts(): void {
	if (asked) return;
	asked = true;
	void load();
}

async function load(): Promise<void> {
	try {
		// Awaited: a failed style sheet would not reach the second function of `then`.
		parts.value = await import("../analysis/thinking/panel/ThinkingTable");
	} catch {
		asked = false;
	}
}

/** The table with the panel; `fallback` until it is loaded. */
export function Think({ fallback, ...props }: ThinkingProps & { fallback: ComponentChildren }) {
	useEffect(fetchParts, []);
	const found = parts.value;
	return found ? <found.ThinkingTable {...props} /> : fallback;
}

/** What the signs of threats mean. */
export function ThreatLegend({ room }: { room: Room }) {
	const found = parts.value;
	return threatens.value && found ? <found.ThreatLegend room={room} /> : null;
}

/** The threats in the position shown, as a layer of the board. */
export function Threats({ room }: { room: Room }) {
	useEffect(fetchParts, []);
	const found = parts.value;
	return threatens.value && found ? <found.Threats room={room} /> : null;
}
