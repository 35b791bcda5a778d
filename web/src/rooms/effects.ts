// Side effects of an online room: announcements of requests, refusals, lost and restored connections.
import { effect } from "@preact/signals";
import { announce } from "../browser/announcer";
import { title } from "../browser/title";
import type { Heard, Room } from "../game/room";
import * as sounds from "../game/sounds";
import { searching } from "../game/table/actions";
import { actionText } from "../game/table/MoveList";
import { t } from "../i18n";
import { roomWords } from "../i18n/rooms";
import { toast } from "../kit/toast";
import type { RoomEvent } from "../wire/messages";
import { connection } from "../wire/socket";
import { arrive } from "./autoReady";
import { playerName } from "./names";
import { requestText, wishOf } from "./Requests";

export function attachOnline(room: Room): () => void {
	let seated = room.own.value !== null;
	const isPaired = arrive(room.id) || !!room.state.value?.tournament;
	if (isPaired && room.state.value?.phase === "seating" && room.own.value && !room.own.value.ready)
		void room.act({ type: "ready", ready: true });
	const hear = (heard: Heard) => {
		if (heard.kind !== "event") return;
		const { event, before, after } = heard;
		const words = roomWords.value;
		if (event.type === "offered" && event.player !== room.own.value?.player) {
			const offer = heard.state.offers.find(({ kind, by }) => kind === event.kind && by === event.player);
			if (offer) {
				sounds.play("hint");
				announce(requestText(room, offer)[0], true);
			}
		}
		if (event.type === "offer_closed") closed(room, event);
		if (event.type === "undone") {
			const moves = before.slice(after.length).map((action) => actionText(room, action));
			if (moves.length) toast({ text: words.tookBack(moves), icon: "undo" });
		}
		if (event.type === "lost") announce(words.lostNote(playerName(room, event.player)), true);
		if (event.type === "back") announce(words.backNote(playerName(room, event.player)));
		if (event.type === "counting") announce(words.bothReady, true);
		if (event.type === "stood" && event.kicked && seated && !room.own.value)
			toast({ text: words.kickedToast, bad: true });
		seated = room.own.value !== null;
	};
	room.listeners.add(hear);
	// The title tells players in another tab that it is their turn.
	const stopTitle = effect(() => {
		const state = room.state.value;
		const mine = state?.phase === "playing" && !!room.own.value && room.mine.value;
		title.value = `${mine ? `● ${t.value.yourTurn}` : state?.title || roomWords.value.title} · Gomoku`;
	});
	return () => {
		room.listeners.delete(hear);
		stopTitle();
	};
}

/** A request was answered, withdrawn or has expired. */
function closed(room: Room, event: Extract<RoomEvent, { type: "offer_closed" }>): void {
	const words = roomWords.value;
	const mine = room.own.value?.player === event.player;
	if (event.kind === "hint" && event.how !== "accepted") searching.value = false;
	if (!mine || !room.own.value) return;
	const other = room.state.value?.seats.find((seat) => seat.player !== event.player);
	if (other?.holder.type !== "person" || other.holder.visitor === connection.me.value) return;
	const name = playerName(room, other.player);
	if (event.how === "denied") toast({ text: words.denied[wishOf(room, event.kind)](name) });
	if (event.how === "lapsed") toast({ text: words.lapsed(name) });
}
