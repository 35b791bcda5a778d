// Names of players and sides, and results in words.
import type { Side } from "../board/geometry";
import { t } from "../i18n";
import type { Outcome, RoomState, Seat } from "../wire/messages";
import { wonByText } from "./captures";
import type { Room } from "./room";
import { seatOf } from "./room";

/** A player's name: their own, "You", "Computer", or the colour of their stones once the opening has fixed it. */
export function who(room: Room, seat: Seat): string {
	if (seat.holder.type === "ai") {
		const other = room.state.value?.seats.find((s) => s.player !== seat.player);
		return other?.holder.type === "ai" ? `${t.value.computer} · ${t.value.stones[seat.stone]}` : t.value.computer;
	}
	if (seat.name) return seat.name;
	const question = room.state.value?.question;
	if (room.hotseat.value && question && question.step !== "play") return t.value.playerN(seat.player === "P1" ? 1 : 2);
	if (room.hotseat.value || !room.isMe(seat)) return t.value.stones[seat.stone];
	return t.value.you;
}

export const stoneName = (state: RoomState, side: Side): string => t.value.stones[seatOf(state, side).stone];

/** The class of a result card: the visitor's own win is framed in green, and any win if they play both sides. */
export function resultClass(room: Room, { winner }: Outcome): string {
	return winner && room.isMe(seatOf(room.state.value!, winner)) ? "result won" : "result";
}

/** The head of a game without a result, which is no draw. */
export function calledOffText(): string {
	const text = t.value.byCancelled;
	return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The result in two parts: "Black wins" and "with five in a row"; a game that was called off has the first one only. */
export function resultOf(room: Room, outcome: Outcome): { head: string; tail: string } {
	const state = room.state.value!;
	const words = t.value;
	if (outcome.by === "cancelled") return { head: calledOffText(), tail: "" };
	const winner = outcome.winner ? seatOf(state, outcome.winner) : null;
	const head = !winner
		? words.drawn
		: room.isMe(winner) && !room.hotseat.value && !winner.name
			? words.youWon
			: words.won(who(room, winner));
	return { head, tail: endText(state, outcome) };
}

/** How a game ended: "with five in a row". */
export function endText(state: RoomState, { by, winner }: Outcome): string {
	return by === "capture" ? wonByText(state, state.taken[winner === "O" ? 1 : 0]) : endedBy(by);
}

/** How a game ended, if not by captures, whose number only its board tells. */
export function endedBy(by: Exclude<Outcome["by"], "capture">): string {
	const words = t.value;
	return {
		line: words.byLine,
		foul: words.byFoul,
		full: words.byFull,
		resignation: words.byResignation,
		time: words.byTime,
		agreement: words.byAgreement,
		abandoned: words.byAbandoned,
		banned: words.byBanned,
		cancelled: words.byCancelled,
	}[by];
}
