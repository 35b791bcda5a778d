// Room events as lines in the chat. The server keeps the latest of them.
import type { Room } from "../../game/room";
import { t } from "../../i18n";
import { roomWords } from "../../i18n/rooms";
import type { Note } from "../../wire/messages";

interface NoteLine {
	readonly at: number;
	readonly text: string;
}

/** The notes of a room in words. Colours are often changed several times in a row: only the last change is shown. */
export function noteLines(room: Room): readonly NoteLine[] {
	const notes = room.notes.value;
	return notes
		.filter(({ event }, i) => {
			const next = notes[i + 1]?.event;
			return event.type !== "dressed" || next?.type !== "dressed" || next.color !== event.color;
		})
		.map((note) => ({ at: note.event.at, text: textOf(note) }));
}

export function textOf({ event, name }: Note): string {
	const words = roomWords.value;
	const who = name || (event.type === "sat" && event.holder.type === "ai" ? t.value.computer : words.someone);
	switch (event.type) {
		case "sat":
			return words.satDown(who);
		case "stood":
			return event.kicked ? words.sentAway(who) : words.stoodUp(who);
		case "banned":
			return words.sentAway(who);
		case "muted":
			return (event.on ? words.silenced : words.heardAgain)(who);
		case "owned":
			return words.ownsNow(who);
		case "options_changed":
			return words.optionsNew;
		case "dressed":
			return words.chose(who, t.value.stones[event.stone].toLowerCase());
		case "counting":
			return words.bothReady;
		case "started":
			return words.begins;
		case "restarted":
			return event.swapped ? words.rematchBegins : words.begins;
		case "lost":
			return words.lostNote(who);
		case "back":
			return words.backNote(who);
	}
}
