// The list of rooms, kept up to date by the server as long as somebody looks at it.
import { effect, signal } from "@preact/signals";
import type { RoomSummary } from "../wire/messages";
import { connection } from "../wire/socket";

/** The rooms that anybody may enter, last changed first; null until the server has answered. */
export const rooms = signal<readonly RoomSummary[] | null>(null);

/** Rooms that came while somebody looked: they stand out for a moment. */
export const fresh = signal<ReadonlySet<string>>(new Set());

/** A room nobody sits in is a table that was left standing. */
const inhabited = (line: RoomSummary): boolean => line.holders.some(({ type }) => type === "person");

/** The list after one of its rooms has changed: what is known keeps its place, what is new comes first. */
export function changed(
	before: readonly RoomSummary[],
	room: string,
	line: RoomSummary | null,
): readonly RoomSummary[] {
	const at = before.findIndex((known) => known.room === room);
	if (!line || !inhabited(line)) return before.filter((known) => known.room !== room);
	return at < 0 ? [line, ...before] : before.map((known) => (known.room === room ? line : known));
}

/** Show the list; again after every lost connection. */
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

/** How many people are in these rooms. */
export const peopleIn = (lines: readonly RoomSummary[]): number =>
	lines.reduce((sum, line) => sum + line.spectators + line.holders.filter(({ type }) => type === "person").length, 0);
