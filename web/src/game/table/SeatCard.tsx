// A seat: player, status, clock and captured stones.

import { other } from "../../board/geometry";
import { nextLook, PairIcon, StoneIcon } from "../../board/Stones";
import { seen, t } from "../../i18n";
import { levelTitle } from "../../i18n/catalogue";
import { decimals } from "../../i18n/numbers";
import { slowWords } from "../../i18n/slow";
import { PersonName } from "../../people/PersonName";
import { changeText, eloText } from "../../people/ratingText";
import type { Seat } from "../../wire/messages";
import { connection } from "../../wire/socket";
import { inPairs } from "../captures";
import { clockText, useClock } from "../clock";
import { who } from "../names";
import type { Room } from "../room";
import { seconds, useEngineTime } from "./EngineTimer";

interface SeatProps {
	room: Room;
	seat: Seat;
	/** The one-line version for phones. */
	strip?: boolean;
}

export function SeatCard({ room, seat, strip }: SeatProps) {
	const state = room.state.value!;
	const turn = state.phase === "playing" && state.question?.player === seat.player;
	const won = state.outcome?.winner === seat.color;
	const name = strip && seat.holder.type === "ai" ? t.value.computerShort(seat.holder.level) : who(room, seat);
	const shown = name === t.value.computer ? seen.value.computer : name === t.value.you ? seen.value.you : name;
	const goal = state.goal;
	// A rating replaces what is known anyway: who moves first and, on a phone, who has won.
	const status = strip && won && seat.elo ? "" : statusOf(room, seat, strip);
	return (
		<section
			class={`${strip ? "strip" : "card seat"}${turn ? " turn" : ""}${won ? " winner" : ""}`}
			aria-label={`${name}, ${t.value.stones[seat.stone]}`}
			data-taker={seat.color}
			data-seat={seat.player}
		>
			<div class="row">
				<Look room={room} seat={seat} size={strip ? 34 : 38} />
				<div class="grow">
					<div class="who">
						{seat.name && state.kind !== "local" ? <PersonName name={seat.name} shown={shown} /> : shown}
						{seat.holder.type === "person" && seat.holder.bot && <small> · {t.value.bot}</small>}
						{seat.holder.type === "ai" && !strip && <SeatTime room={room} seat={seat} />}
					</div>
					<div class={turn || won ? "sub hot" : "sub"}>
						{(!strip || !turn) && <Elo seat={seat} says={status !== ""} />}
						{status}
						{seat.holder.type === "ai" && strip && <SeatTime room={room} seat={seat} strip />}
					</div>
				</div>
				{seat.clock ? (
					<SeatClock room={room} seat={seat} />
				) : (
					goal !== null && !strip && <Count taken={takenBy(room, seat)} goal={goal} pairs={inPairs(state)} />
				)}
				{strip && goal !== null && <Tray room={room} seat={seat} goal={goal} />}
			</div>
			{!strip && goal !== null && <Tray room={room} seat={seat} goal={goal} />}
		</section>
	);
}

/** The engine's time, if there is no room for its stopwatch; a strip shows that of the last move in its text. */
function SeatTime({ room, seat, strip }: SeatProps) {
	const { live, shown } = useEngineTime(room, seat);
	if (!live && (strip || !seat.timing.count)) return null;
	return (
		<small class="engine-time" role="timer" aria-live="off">
			{" · "}
			{t.value.seconds(seconds(shown))}
		</small>
	);
}

/** The rating, and its change after a rated game. */
function Elo({ seat: { elo, change }, says }: { seat: Seat; says: boolean }) {
	if (!elo) return null;
	return (
		<span class="elo">
			{eloText(elo)}
			{change !== null && <b class={change < 0 ? "down" : "up"}>{changeText(change)}</b>}
			{says && " · "}
		</span>
	);
}

/** The player's stone; a click on one's own changes the colour. */
function Look({ room, seat, size }: SeatProps & { size: number }) {
	const icon = <StoneIcon stone={seat.stone} side={seat.color} size={size} />;
	const state = room.state.value!;
	const mine = room.isMe(seat) || (state.kind === "local" && state.owner === connection.me.value);
	if (!mine || !room.id) return icon;
	const next = nextLook(seat.stone, room.colours.value[other(seat.color)]);
	return (
		<button
			type="button"
			class="look"
			aria-label={t.value.changeLook(t.value.stones[seat.stone])}
			title={t.value.changeLook(t.value.stones[seat.stone])}
			onClick={() => void room.act({ type: "dress", color: seat.color, stone: next })}
		>
			{icon}
		</button>
	);
}

const takenBy = (room: Room, seat: Seat): number => room.position.value.taken[seat.color];

function Count({ taken, goal, pairs }: { taken: number; goal: number; pairs: boolean }) {
	return (
		<div class="pairs" aria-hidden="true">
			<b>{pairs ? taken / 2 : taken}</b> {t.value.pairsOf(pairs ? goal / 2 : goal)}
			<br />
			{pairs ? t.value.pairs : t.value.stonesTaken}
		</div>
	);
}

/** The player's status in a word or two; empty where the rating says enough. */
function statusOf(room: Room, seat: Seat, strip?: boolean): string {
	const words = seen.value;
	const state = room.state.value!;
	if (state.outcome?.winner === seat.color) return words.winner;
	const turn = state.phase === "playing" && state.question?.player === seat.player;
	const ai = seat.holder.type === "ai";
	if (seat.lost_since !== null) return words.seatLost;
	if (seat.vacation !== null) return slowWords.value.away;
	if (turn && state.paused) return words.pausedShort;
	if (turn && ai) {
		const thought = room.thinking.value;
		return thought?.waiting ? words.waitingEngine : state.question?.kind === "stone" ? words.thinking : words.choosing;
	}
	if (turn && state.status === "grace") return words.breakFive;
	if (turn && room.isMe(seat)) return room.hotseat.value ? words.toMove : words.yourTurn;
	if (turn) return words.toMove;
	if (ai && strip && seat.timing.count)
		return words.shortTimes(decimals(seat.timing.last / 1000), decimals(seat.timing.average / 1000));
	if (seat.holder.type === "ai") return words.computerLevel(seat.holder.level, levelTitle(seat.holder.level));
	return seat.elo ? "" : seat.color === "X" ? words.movedFirst : words.movesSecond;
}

export function SeatClock({ room, seat }: SeatProps) {
	const shown = useClock(room, seat);
	if (!shown) return null;
	const { clock, running } = shown;
	const low = running && clock.left < 10_000;
	return (
		<span class={`clk${low ? " low" : running ? " on" : ""}`} role="timer" aria-live="off">
			{clockText(clock.left)}
			{clock.in_period && <small>× {clock.periods}</small>}
		</span>
	);
}

/**
 * Captured stones: a pocket for each pair or triple needed to win, or a number if there would be more than eight.
 * `data-fresh` is the number of stones that the last move put into a pocket.
 */
function Tray({ room, seat, goal }: SeatProps & { goal: number }) {
	const taken = takenBy(room, seat);
	const enemy = other(seat.color);
	const stone = room.colours.value[enemy];
	const pairs = inPairs(room.state.value!);
	const unit = pairs ? 2 : goal % 3 === 0 ? 3 : 1;
	const pockets = Math.ceil(goal / unit);
	const fresh = room.position.value.last?.side === seat.color ? room.position.value.traces.length : 0;
	const label = pairs ? t.value.tray(taken / 2, goal / 2) : t.value.trayStones(taken, goal);
	if (pockets > 8)
		return (
			<div class="tray" role="img" aria-label={label}>
				<span class={fresh ? "pocket fresh" : "pocket"} data-fresh={fresh || undefined}>
					{taken} / {goal}
				</span>
			</div>
		);
	return (
		<div class="tray" role="img" aria-label={label}>
			{Array.from({ length: pockets }, (_, i) => {
				const here = Math.max(0, Math.min(unit, taken - i * unit));
				const before = Math.max(0, Math.min(unit, taken - fresh - i * unit));
				const isFresh = here > 0 && before === 0 && fresh > 0;
				return (
					<span key={i} class={isFresh ? "pocket fresh" : "pocket"} data-fresh={here - before || undefined}>
						{here > 0 && <PairIcon stone={stone} side={enemy} count={here} />}
					</span>
				);
			})}
		</div>
	);
}
