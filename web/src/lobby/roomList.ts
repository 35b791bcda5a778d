// Store of the room list, updated by the server while the lobby is open.
import { effect, signal } from "@preact/signals";
import { openingTitle, rulesTitle } from "../i18n/catalogue";
import type { RoomSummary } from "../wire/messages";
import { connection } from "../wire/socket";

export interface Filter {
	readonly search: string;
	/** Name of a rule set; empty for all. */
	readonly rules: string;
	/** Only rooms with a free seat. */
	readonly open: boolean;
}

const EVERY_ROOM: Filter = { search: "", rules: "", open: false };
/** Between the last key of a search and the request. */
const SEARCH_DELAY_MS = 200;

/** The filter of the list. The server searches all rooms; the page holds only a part of them. */
export const filter = signal<Filter>(EVERY_ROOM);

/** The rooms received, last changed first; null until the server has answered. */
export const rooms = signal<readonly RoomSummary[] | null>(null);

/** Number of matching rooms at the server's last answer, less those removed since. */
export const total = signal(0);

/** Rooms that appeared while the list was open; they are highlighted for a moment. */
export const fresh = signal<ReadonlySet<string>>(new Set());

export const presetOf = (line: RoomSummary): string => line.rules.split(";")[0]!;

/** Whether a room matches every word of the search. */
export function fits(line: RoomSummary, { search, rules, open }: Filter): boolean {
	if (rules && presetOf(line) !== rules) return false;
	if (open && !freeSeat(line)) return false;
	const text = [
		line.title,
		...line.names,
		line.rules,
		rulesTitle(line.rules),
		line.opening,
		openingTitle(line.opening),
	];
	const found = text.join(" ").toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => found.includes(word));
}

/** The list after a change: known rooms keep their place, new ones come first. */
export function changed(
	before: readonly RoomSummary[],
	room: string,
	line: RoomSummary | null,
): readonly RoomSummary[] {
	const at = before.findIndex((known) => known.room === room);
	if (!line) return before.filter((known) => known.room !== room);
	return at < 0 ? [line, ...before] : before.map((known) => (known.room === room ? line : known));
}

/** The list after one more page of it: the first one replaces what was there. */
export function extended(
	before: readonly RoomSummary[] | null,
	part: readonly RoomSummary[],
	offset: number,
): readonly RoomSummary[] {
	if (!offset || !before) return part;
	const known = new Set(before.map(({ room }) => room));
	return [...before, ...part.filter(({ room }) => !known.has(room))];
}

/** Fetch the matching rooms from a place in the list on. */
export function askFor(offset: number): void {
	const { search, rules, open } = filter.peek();
	connection.say({ type: "lobby", on: true, search, rules, open_only: open, offset });
}

/** Subscribe to the list, and again after every reconnection. Returns the function that unsubscribes. */
export function enterLobby(): () => void {
	connection.start();
	let timer = 0;
	const stopHearing = connection.overhear((message) => {
		if (message.type === "lobby") {
			rooms.value = extended(rooms.value, message.rooms, message.offset);
			total.value = message.total;
		}
		if (message.type === "lobby_change" && rooms.value) {
			const isNew = message.line && !rooms.value.some(({ room }) => room === message.room);
			if (isNew) fresh.value = new Set([...fresh.value, message.room]);
			const before = rooms.value.length;
			rooms.value = changed(rooms.value, message.room, message.line);
			// Without this the count, and a button for more, would stay for rooms that are gone.
			if (rooms.value.length < before) total.value -= 1;
		}
	});
	const stopAsking = effect(() => {
		const isTyped = filter.value.search !== "";
		clearTimeout(timer);
		if (connection.hellos.value) timer = window.setTimeout(() => askFor(0), isTyped ? SEARCH_DELAY_MS : 0);
	});
	return () => {
		clearTimeout(timer);
		stopAsking();
		stopHearing();
		connection.say({ type: "lobby", on: false });
		filter.value = EVERY_ROOM;
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

/** People in these rooms, spectators included; not those who have lost their connection. */
export const peopleIn = (lines: readonly RoomSummary[]): number =>
	lines.reduce(
		(sum, line) =>
			sum + line.spectators + line.holders.filter(({ type }, i) => type === "person" && !line.away[i]).length,
		0,
	);
