// The list of open seeks, polled while the lobby is open.
import { signal } from "@preact/signals";
import { getJson } from "../wire/http";
import type { Holder, OpenSeek, RoomSummary, SeekList } from "../wire/messages";
import { freeSeat } from "./roomList";

const POLL_MS = 3000;

export const seeks = signal<readonly OpenSeek[]>([]);

/** Keep the list up to date. Returns the function that stops. */
export function followSeeks(): () => void {
	let timer = 0;
	let stopped = false;
	const ask = async (): Promise<void> => {
		try {
			if (!document.hidden) seeks.value = (await getJson<SeekList>("/api/seeks")).seeks;
		} catch {
			// Retried at the next poll.
		}
		if (!stopped) timer = window.setTimeout(ask, POLL_MS);
	};
	void ask();
	return () => {
		stopped = true;
		clearTimeout(timer);
	};
}

export const isBot = (holder: Holder): boolean => holder.type === "person" && holder.bot;

/** Rooms in which a bot waits for an opponent. */
export const botRooms = (rooms: readonly RoomSummary[] | null): readonly RoomSummary[] =>
	(rooms ?? []).filter((line) => freeSeat(line) && line.holders.some(isBot));
