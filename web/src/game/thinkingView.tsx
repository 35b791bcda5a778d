// The way in: whether thinking is shown, and the parts that draw it, fetched when they are first wanted.
import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Cell } from "../board/geometry";
import { recall, remember } from "../browser/storage";
import type { Offering } from "./offering";
import type { Room } from "./room";

export interface ThinkProps {
	room: Room;
	offering: Offering;
	aim: Signal<Cell | null>;
}

interface Parts {
	ThinkTable: ComponentType<ThinkProps>;
	Threats: ComponentType<{ room: Room }>;
}

/** Whether the panel stands in place of the table. */
export const thinks = signal(recall("think") === true);
/** Whether the threats of the position lie on the board, also without the panel. */
export const threatens = signal(recall("threats") === true);
/** What a click on a cell means while somebody wants to know about it; null while it is a move. */
export const probe = signal<((cell: Cell) => void) | null>(null);

const parts = signal<Parts | null>(null);
let asked = false;

function fetchParts(): void {
	if (asked) return;
	asked = true;
	void import("../analysis/thinking/ThinkingTable").then(
		(found) => {
			parts.value = found;
		},
		() => {
			asked = false;
		},
	);
}

export function toggleThink(): void {
	thinks.value = !thinks.value;
	remember("think", thinks.value);
}

export function toggleThreats(): void {
	threatens.value = !threatens.value;
	remember("threats", threatens.value);
}

/** The table with the panel, or what stands there until it has come. */
export function Think({ fallback, ...props }: ThinkProps & { fallback: preact.ComponentChildren }) {
	useEffect(fetchParts, []);
	const found = parts.value;
	return found ? <found.ThinkTable {...props} /> : fallback;
}

/** The threats of the position shown, as a layer of the board. */
export function Threats({ room }: { room: Room }) {
	useEffect(fetchParts, []);
	const found = parts.value;
	return threatens.value && found ? <found.Threats room={room} /> : null;
}
