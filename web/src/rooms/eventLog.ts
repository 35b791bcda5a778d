// Room events as lines in the chat. Only events seen by this page; nothing is stored.
import { signal } from "@preact/signals";
import type { Heard, Room } from "../game/room";
import { t } from "../i18n";
import { roomWords } from "../i18n/rooms";
import type { RoomEvent, Seat } from "../wire/messages";
import { callOf } from "./names";

export interface Note {
	readonly at: number;
	readonly text: string;
	/** A later note with the same key replaces this one: colours are often changed several times in a row. */
	readonly about?: string;
}

const kept = new WeakMap<Room, ReturnType<typeof signal<readonly Note[]>>>();

export function notesOf(room: Room) {
	let notes = kept.get(room);
	if (!notes) {
		notes = signal<readonly Note[]>([]);
		kept.set(room, notes);
	}
	return notes;
}

/** Log events until the returned function is called. Keeps the previous seats, to name players who left. */
export function takeNotes(room: Room): () => void {
	const notes = notesOf(room);
	let seats: readonly Seat[] = room.state.value?.seats ?? [];
	const hear = (heard: Heard) => {
		if (heard.kind !== "event") return;
		const text = textOf(room, heard.event, seats);
		if (text) notes.value = noted(notes.value ?? [], heard.event, text);
		seats = heard.state.seats;
	};
	room.listeners.add(hear);
	return () => room.listeners.delete(hear);
}

function noted(notes: readonly Note[], event: RoomEvent, text: string): readonly Note[] {
	const about = event.type === "dressed" ? event.color : undefined;
	const stays = about && notes[notes.length - 1]?.about === about ? notes.slice(0, -1) : notes;
	return [...stays.slice(-60), { at: event.at, text, about }];
}

function textOf(room: Room, event: RoomEvent, before: readonly Seat[]): string | null {
	const words = roomWords.value;
	const now = (player: string) =>
		callOf(
			room,
			room.state.value?.seats.find((seat) => seat.player === player),
		);
	switch (event.type) {
		case "sat":
			return words.satDown(now(event.player));
		case "stood": {
			const name = callOf(
				room,
				before.find((seat) => seat.player === event.player),
			);
			return event.kicked ? words.sentAway(name) : words.stoodUp(name);
		}
		case "banned":
			return words.sentAway(event.name || words.guest);
		case "muted":
			return (event.on ? words.silenced : words.heardAgain)(event.name || words.guest);
		case "owned": {
			const seat = room.state.value?.seats.find(
				({ holder }) => holder.type === "person" && holder.visitor === event.visitor,
			);
			return words.ownsNow(callOf(room, seat));
		}
		case "options_changed":
			return words.optionsNew;
		case "dressed": {
			const seat = room.state.value?.seats.find(({ color }) => color === event.color);
			return words.chose(callOf(room, seat), t.value.stones[event.stone].toLowerCase());
		}
		case "counting":
			return words.bothReady;
		case "started":
			return words.begins;
		case "restarted":
			return event.swapped ? words.rematchBegins : words.begins;
		case "lost":
			return words.lostNote(now(event.player));
		case "back":
			return words.backNote(now(event.player));
		default:
			return null;
	}
}
