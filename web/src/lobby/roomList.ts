// Store of the room list, updated by the server while the lobby is open.
import { effect, signal } from "@preact/signals";
import type { RoomSummary } from "../wire/messages";
import { connection } from "../wire/socket";

/** Listed rooms, last changed first; null until the server has answered. */
export const rooms = signal<readonly RoomSummary[] | null>(null);

/** Rooms that appeared while the list was open; they are highlighted for a moment. */
export const fresh = signal<ReadonlySet<string>>(new Set());

/** Whether a person has a seat; abandoned rooms are hidden. */
const inhabited = (line: RoomSummary): boolean => line.holders.some(({ type }) => type === "person");

/** The list after a change: known rooms keep their place, new ones come first. */
export function changed(
	before: readonly RoomSummary[],
	room: string,
	line: RoomSummary | null,
): readonly RoomSummary[] {
	const at = before.findIndex((known) => known.room === room);
	if (!line || !inhabited(line)) return before.filter((known) => known.room !== room);
	return at < 0 ? [line, ...before] : before.map((known) => (known.room === room ? line : known));
}

/** Subscribe to the list, and again after every reconnection. Returns the function that unsubscribes. */
export function enterLobby(): () => void {
	connection.start();
	const stopHearing = connection.overhear((message) => {
		if (message.type === "lobby") rooms.value = message.rooms.filter(inhabited);
		if (message.type === "lobby_change" && rooms.value) {
			const isNew = message.line && !rooms.value.some(({ room }) => room === message.room);
			if (isNew) fresh.value = new Set([...fresh.value, message.room]);
			rooms.value = changed(rooms.value, message.room, message.line);
		}
	});
	const stopAsking = effect(() => {
		if (connection.hellos.value) connection.say({ type: "lobby", on: true });
	});
	return () => {
		stopAsking();
		stopHearing();
		connection.say({ type: "lobby", on: false });
		rooms.value = null;
		fresh.value = new Set();
	};
}

export const byVisitor = (line: RoomSummary, visitor: string): boolean =>
	line.holders.some((holder) => holder.type === "person" && holder.visitor === visitor);

export const freeSeat = (line: RoomSummary): "P1" | "P2" | null => {
	if (line.phase !== "seating" && line.phase !== "over") return null;
	if (line.holders[0].type === "open") return "P1";
	return line.holders[1].type === "open" ? "P2" : null;
};

/** People in these rooms, spectators included. */
export const peopleIn = (lines: readonly RoomSummary[]): number =>
	lines.reduce((sum, line) => sum + line.spectators + line.holders.filter(({ type }) => type === "person").length, 0);
