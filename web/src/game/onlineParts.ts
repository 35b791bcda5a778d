// The way in from a game: what online rooms add to the table, fetched when a room is one.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Room } from "./room";

type Part = ComponentType<{ room: Room }>;

interface Parts {
	/** The room before the game. */
	Waiting: Part;
	/** The left column: connection, facts, chat. */
	Side: Part;
	/** What the players ask of each other, and a connection that was lost. */
	Requests: Part;
	/** What one can do beside playing: buttons of the table, lines of a menu. */
	OnlineActs: Part;
	OnlineTabs: Part;
	/** After the game. */
	Again: Part;
	attachOnline: (room: Room) => () => void;
}

const parts = signal<Parts | null>(null);
let asked = false;

export function fetchOnline(): void {
	if (asked) return;
	asked = true;
	void import("../rooms/onlineParts").then(
		(found) => {
			parts.value = found;
		},
		() => {
			asked = false;
		},
	);
}

/** The parts of an online room once they are there; null for a local game. */
export const onlineParts = (room: Room): Parts | null => (room.online.value ? parts.value : null);

/** The same, fetched; and what the room does beside being drawn. Once for each table. */
export function useOnline(room: Room): Parts | null {
	const online = room.online.value;
	const found = parts.value;
	useEffect(() => {
		if (online) fetchOnline();
	}, [online]);
	useEffect(() => (online && found ? found.attachOnline(room) : undefined), [online, found, room]);
	return onlineParts(room);
}
