// The engine's stopwatch: live while it thinks; last, average and slowest move; a bar for each move.
import { seen, t } from "../../i18n";
import { decimals } from "../../i18n/numbers";
import { Icon } from "../../kit/Icon";
import type { Seat } from "../../wire/messages";
import { connection } from "../../wire/socket";
import { useNow } from "../clock";
import type { Room } from "../room";

/** The engine whose times are shown: the one that is thinking, or else the one that moved last. */
function timedSeat(room: Room): Seat | null {
	const state = room.state.value;
	const computers = state?.seats.filter((seat) => seat.holder.type === "ai") ?? [];
	if (computers.length < 2) return computers[0] ?? null;
	const asked = computers.find((seat) => seat.player === room.thinking.value?.player);
	const last = room.actions.value[room.actions.value.length - 1];
	return asked ?? computers.find((seat) => seat.player === last?.by) ?? computers[0]!;
}

/** The time of an engine's seat in ms: on this move while it thinks (`live`), else on its last one. */
export function useEngineTime(room: Room, seat: Seat | null): { live: boolean; shown: number } {
	const thought = room.thinking.value;
	const live = !!thought && thought.player !== null && thought.player === seat?.player && !thought.waiting;
	useNow(live);
	// The server reports the start of the search by its own clock.
	const shown = live ? Math.max(0, Date.now() + connection.ahead.value - thought.since) : (seat?.timing.last ?? 0);
	return { live, shown };
}

/** Seconds, with a third digit below 10 ms, so that an instant answer does not read as zero. */
export const seconds = (ms: number): string => decimals(ms / 1000, ms > 0 && ms < 10 ? 3 : 2);

export function EngineTimer({ room }: { room: Room }) {
	const seat = timedSeat(room);
	const state = room.state.value;
	const { live, shown } = useEngineTime(room, seat);
	if (!seat || !state) return null;
	const words = t.value;
	const limit = state.options.ai_time;
	const { timing } = seat;
	const late = shown > limit + 50;
	return (
		<section class={late ? "card timer late" : "card timer"} aria-label={words.aiTimes}>
			<div class="row between">
				<span class="lab">{live ? seen.value.thinksNow : seen.value.lastMove}</span>
				<Icon name="clock" />
			</div>
			<div class="now" data-live={live}>
				{timing.count || live ? (
					<>
						{seconds(shown)}
						<small>{words.seconds("").trim()}</small>
					</>
				) : (
					<small class="none">{words.noAnswerYet}</small>
				)}
			</div>
			<div class="bar" role="img" aria-label={words.ofLimit(seconds(shown), seconds(limit))}>
				<i style={{ width: `${Math.min(100, (100 * shown) / limit)}%` }} />
			</div>
			<dl>
				<dt>{words.average}</dt>
				<dd>{timing.count ? words.seconds(seconds(timing.average)) : "–"}</dd>
				<dt>{words.slowest}</dt>
				<dd>{timing.count ? words.seconds(seconds(timing.slowest)) : "–"}</dd>
				<dt>{words.limit}</dt>
				<dd>{words.seconds(seconds(limit))}</dd>
			</dl>
			<Spark room={room} seat={seat} limit={limit} />
		</section>
	);
}

const BARS = 19;
const TALL = 43;

/** A bar for each engine move, with the limit as a dashed line. */
function Spark({ room, seat, limit }: { room: Room; seat: Seat; limit: number }) {
	const times = room.actions.value
		.filter((action) => action.by === seat.player && action.ms !== null)
		.map((action) => action.ms!)
		.slice(-BARS);
	const step = 195.9 / BARS;
	return (
		<svg class="spark" viewBox="0 0 196 50" preserveAspectRatio="none" role="img" aria-label={t.value.eachMove}>
			{times.map((ms, i) => {
				const tall = Math.max(1.5, Math.min(48, (TALL * ms) / limit));
				return (
					<rect
						key={i}
						x={1 + i * step}
						y={50 - tall}
						width={step - 2}
						height={tall}
						rx="1.5"
						fill={i === times.length - 1 ? "var(--accent)" : "var(--line-2)"}
					/>
				);
			})}
			<path d="M0 7H196" stroke="var(--ink-3)" stroke-width="1" stroke-dasharray="3 3" />
		</svg>
	);
}
