// Side effects of a game: sounds, announcements, toasts.
import { effect } from "@preact/signals";
import { announce } from "../browser/announcer";
import { doge } from "../doge/mode";
import { t } from "../i18n";
import { refusalText } from "../i18n/catalogue";
import { toast } from "../kit/toast";
import type { Action, RoomState } from "../wire/messages";
import { runDown } from "./clock";
import { resultOf, who } from "./names";
import { type Heard, type Room, seatOf } from "./room";
import * as sounds from "./sounds";
import { searching } from "./table/actions";
import { actionText } from "./table/MoveList";

export function attach(room: Room): () => void {
	/** Withdraws the offer to redo: any later event makes it stale. */
	let noRedo: (() => void) | null = null;
	const hear = (heard: Heard) => {
		if (heard.kind === "suggestion") {
			searching.value = false;
			sounds.play("hint");
			const cell = heard.suggestion.cell;
			if (cell) announce(t.value.saidHint(room.name(cell)));
			return;
		}
		const { event, before, after, state } = heard;
		noRedo?.();
		noRedo = null;
		// A hint that is on its way is about an earlier position.
		if (after.length !== before.length) searching.value = false;
		if (after.length > before.length) {
			for (const action of after.slice(before.length)) sayAction(room, state, action);
			if (state.status === "grace") {
				sounds.play("grace");
				announce(t.value.graceSaid(state.breaks.map((cell) => room.name(cell))), true);
			}
		}
		if (event.type === "undone" && room.online.value) announce(t.value.saidUndo);
		else if (event.type === "undone") {
			const back = before.slice(after.length).map((action) => actionText(room, action));
			announce(t.value.saidUndo);
			noRedo = toast({
				text: t.value.tookBack(back.reverse()),
				icon: "undo",
				way: { label: t.value.redo, go: () => void room.act({ type: "redo" }) },
			});
		}
		if (event.type === "offer_closed" && event.kind === "draw" && event.how === "denied" && againstComputer(state))
			toast({ text: t.value.drawRefused, icon: "draw" });
		if (state.outcome && (event.type === "ended" || event.type === "placed" || event.type === "decided")) {
			const { head, tail } = resultOf(room, state.outcome);
			announce(tail ? t.value.resultSaid(head, tail) : head, true);
			const winner = state.outcome.winner && seatOf(state, state.outcome.winner);
			sounds.play(winner && winner.holder.type === "person" ? "won" : "over");
		}
	};
	room.listeners.add(hear);
	sounds.warm();
	const stopRefusals = effect(() => {
		const refusal = room.refusal.value;
		if (!refusal) return;
		searching.value = false;
		sounds.play("refused");
		const isAsked = refusal.reason === "too_soon" && refusal.wait;
		const wait = isAsked ? ` ${t.value.askAgainIn(Math.ceil(isAsked / 1000))}` : "";
		announce(refusalText(refusal) + wait, true);
		if (!refusal.cell) toast({ text: refusalText(refusal) + wait, bad: true });
	});
	const stopClock = watchClock(room);
	searching.value = false;
	return () => {
		room.listeners.delete(hear);
		noRedo?.();
		stopRefusals();
		stopClock();
	};
}

const againstComputer = (state: RoomState): boolean => state.seats.some(({ holder }) => holder.type === "ai");

function sayAction(room: Room, state: RoomState, action: Action): void {
	const seat = seatOf(state, action.color);
	const name = t.value.stones[seat.stone];
	if (!action.cell) {
		const by = room.seat(action.by);
		if (by) announce(t.value.saidAnswer(who(room, by), actionText(room, action)));
		return;
	}
	sounds.play(action.captured.length ? "capture" : "stone");
	const cells = action.captured.map((cell) => room.name(cell));
	announce(
		cells.length
			? t.value.saidCapture(name, room.name(action.cell), cells)
			: t.value.saidMove(name, room.name(action.cell)),
	);
	if (doge.value) void import("./dogeWords").then(({ land }) => land(room, action));
}

const WARNINGS = [60, 30, 10];

/** Announces when a clock has 60, 30 and 10 seconds left. */
function watchClock(room: Room): () => void {
	const last = new Map<string, number>();
	const timer = setInterval(() => {
		const state = room.state.value;
		if (!state || state.turn_since === null || state.paused) return;
		for (const seat of state.seats) {
			if (!seat.clock || state.question?.player !== seat.player) continue;
			const { left } = runDown(seat.clock, state.options.clock, performance.now() - room.heardAt.value);
			const before = last.get(seat.player) ?? Number.POSITIVE_INFINITY;
			for (const mark of WARNINGS)
				if (left <= mark * 1000 && before > mark * 1000 && before !== Number.POSITIVE_INFINITY)
					announce(t.value.saidClock(who(room, seat), mark));
			if (left < 10_000 && Math.ceil(left / 1000) !== Math.ceil(before / 1000)) sounds.play("tick");
			last.set(seat.player, left);
		}
	}, 250);
	return () => clearInterval(timer);
}
