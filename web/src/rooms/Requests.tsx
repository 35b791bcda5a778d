// Requests between players, each a card with two answers and a timeout; and a player's lost connection.

import { useNow } from "../game/clock";
import { resultClass, resultOf } from "../game/names";
import type { Room } from "../game/room";
import { AfterLinks } from "../game/table/ActionButtons";
import { actionText } from "../game/table/MoveList";
import { t } from "../i18n";
import { clockWords } from "../i18n/clock";
import { roomWords } from "../i18n/rooms";
import { Icon } from "../kit/Icon";
import { changeText, eloText } from "../people/ratingText";
import type { Offer } from "../wire/messages";
import { connection } from "../wire/socket";
import { callOf, otherSeat, playerName } from "./names";
import { leave } from "./OnlineActions";

const OFFER_LIFETIME_MS = 60_000;

/** Milliseconds until a moment of the server's clock. */
function useLeft(until: number): number {
	useNow(true);
	return Math.max(0, until - Date.now() - connection.ahead.value);
}

export const wishOf = (room: Room, kind: Offer["kind"]): Offer["kind"] | "rematch" =>
	kind === "restart" && room.over.value ? "rematch" : kind;

export function movesOf(room: Room, offer: Offer): string[] {
	return offer.moves.map((number) => {
		const action = room.actions.value[number - 1];
		return action ? actionText(room, action) : String(number);
	});
}

/** The request as a sentence, and its consequence. */
export function requestText(room: Room, offer: Offer): [string, string] {
	const words = roomWords.value;
	const name = playerName(room, offer.by);
	switch (wishOf(room, offer.kind)) {
		case "undo":
			return [
				words.asksUndo(name, movesOf(room, offer)),
				words.undoText((offer.moves[0] ?? 1) - 1, room.state.value?.options.clock.type !== "none"),
			];
		case "hint":
			return [words.asksHint(name), words.hintText];
		case "rematch":
			return [words.asksRematch(name), words.rematchText];
		case "restart":
			return [words.asksRestart(name), words.restartText];
		case "draw":
			return [words.asksDraw(name), words.drawText];
		case "cancel":
			return [words.asksCancel(name), words.cancelText];
		default:
			return [words.asksPause(name), words.pauseText];
	}
}

export function Requests({ room }: { room: Room }) {
	const state = room.state.value;
	if (!state) return null;
	const lost = state.seats.find((seat) => seat.lost_since !== null && !room.isMe(seat));
	const people = state.seats.filter((seat) => seat.holder.type === "person").length === 2;
	return (
		<>
			{!room.own.value && state.options.delay > 0 && state.phase === "playing" && (
				<p class="late" role="status">
					<Icon name="clock" size={16} />
					{roomWords.value.seenLate(roomWords.value.late(state.options.delay / 1000))}
				</p>
			)}
			{lost && state.phase === "playing" && <LostCard room={room} />}
			{people && state.offers.map((offer) => <Request key={`${offer.kind} ${offer.by}`} room={room} offer={offer} />)}
		</>
	);
}

function Request({ room, offer }: { room: Room; offer: Offer }) {
	const words = roomWords.value;
	const own = room.own.value;
	const mine = own?.player === offer.by;
	const [title, text] = requestText(room, offer);
	const left = useLeft(offer.until);
	const { clock } = room.state.value!.options;
	const wish = wishOf(room, offer.kind);
	const asked = wish === "undo" ? words.youAskedUndo(movesOf(room, offer)) : words.youAsked[wish];
	return (
		<section
			class="card request"
			role={own && !mine ? "alertdialog" : "status"}
			aria-label={title}
			data-offer={offer.kind}
		>
			<h2>{mine ? asked : title}</h2>
			<p>
				{!mine
					? text
					: clock.type === "correspondence"
						? clockWords(clock)
						: words.waitsFor(callOf(room, otherSeat(room)))}
			</p>
			{own && !mine && (
				<div class="two">
					<button
						type="button"
						class="yes"
						onClick={() => void room.act({ type: "reply", offer: offer.kind, accept: true })}
					>
						<Icon name="check" />
						{words.accept}
					</button>
					<button type="button" onClick={() => void room.act({ type: "reply", offer: offer.kind, accept: false })}>
						<Icon name="close" />
						{words.deny}
					</button>
				</div>
			)}
			{mine && (
				<button type="button" class="wide" onClick={() => void room.act({ type: "withdraw", offer: offer.kind })}>
					{words.withdraw}
				</button>
			)}
			<div class="tl" aria-hidden="true">
				<i style={{ width: `${(100 * left) / OFFER_LIFETIME_MS}%` }} />
			</div>
		</section>
	);
}

/** The opponent has lost the connection: time left, then the button that claims the win. */
function LostCard({ room }: { room: Room }) {
	const words = roomWords.value;
	const lost = room.state.value!.seats.find((seat) => seat.lost_since !== null && !room.isMe(seat))!;
	const left = useLeft(lost.claim_at ?? 0);
	const own = room.own.value;
	return (
		<div class="grace away" role="status">
			<h2>{words.lostTitle(callOf(room, lost))}</h2>
			<p>{!own ? words.lostWatch : left > 0 ? words.lostText(Math.ceil(left / 1000)) : words.claimText}</p>
			{own && left <= 0 && (
				<button type="button" class="primary" onClick={() => void room.act({ type: "claim" })}>
					{words.claim}
				</button>
			)}
		</div>
	);
}

/** Rating changes after a rated game. */
function Ratings({ room }: { room: Room }) {
	const words = roomWords.value;
	const { seats, uncounted } = room.state.value!;
	if (uncounted) return <p>{words.uncounted[uncounted]}</p>;
	if (seats.every(({ change }) => change === null)) return <p>{words.notCounted}</p>;
	return (
		<p class="ratings">
			{seats.map(
				(seat) =>
					seat.elo &&
					seat.change !== null && (
						<span key={seat.player}>
							{callOf(room, seat)} {eloText(seat.elo)}{" "}
							<b class={seat.change < 0 ? "down" : "up"}>{changeText(seat.change)}</b>
						</span>
					),
			)}
		</p>
	);
}

/** The result, with rematch and the way back to the lobby. */
export function Again({ room }: { room: Room }) {
	const words = roomWords.value;
	const outcome = room.state.value!.outcome!;
	const { head, tail } = resultOf(room, outcome);
	const { tournament } = room.state.value!;
	const offered = room.state.value!.offers.length > 0;
	return (
		<div class={resultClass(room, outcome)}>
			<h2>{head}</h2>
			{tail && <p>{tail}</p>}
			{room.rated.value && <Ratings room={room} />}
			<div class="two">
				{tournament && (
					<a class="btn primary" href={`/tournaments/${tournament}`}>
						{t.value.tournaments}
					</a>
				)}
				{room.own.value && !tournament && (
					<button
						type="button"
						class="primary"
						disabled={offered}
						onClick={() => void room.act({ type: "restart", swap: true })}
					>
						{words.rematch}
					</button>
				)}
				{!tournament && (
					<button type="button" onClick={() => leave(room)}>
						{room.own.value ? words.leave : words.toRooms}
					</button>
				)}
				<AfterLinks room={room.id} />
			</div>
		</div>
	);
}
