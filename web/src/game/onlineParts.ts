// The parts that online rooms add to the game table. rooms/ implements them; they are loaded for the first online room.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Room } from "./room";

type Part = ComponentType<{ room: Room }>;

export interface Parts {
	/** The room before the game. */
	WaitingRoom: Part;
	/** The left column: connection, facts, chat. */
	OnlineSide: Part;
	/** Requests between players, and lost connections. */
	Requests: Part;
	/** Action buttons beside the board, and the bar on a phone. */
	OnlineActs: Part;
	OnlineTabs: Part;
	/** The result, after the game. */
	Again: Part;
	attachOnline: (room: Room) => () => void;
}

const parts = signal<Parts | null>(null);
let asked = false;

function fetchParts(load: () => Promise<Parts>): void {
	if (asked) return;
	asked = true;
	void load().then(
		(found) => {
			parts.value = found;
		},
		() => {
			asked = false;
		},
	);
}

/** The parts, once loaded; null for a local game. */
export const onlineParts = (room: Room): Parts | null => (room.online.value ? parts.value : null);

/** Load the parts if the room is online, and attach its effects. Call once for each table. */
export function useOnline(room: Room, load: () => Promise<Parts>): Parts | null {
	const online = room.online.value;
	const found = parts.value;
	useEffect(() => {
		if (online) fetchParts(load);
	}, [online]);
	useEffect(() => (online && found ? found.attachOnline(room) : undefined), [online, found, room]);
	return onlineParts(room);
}
