// Clocks and the engine's stopwatch, which run on between two messages of the server.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { daysAndHours } from "../i18n/durations";
import type { ByoYomi, Clock, RoomState, Seat } from "../wire/messages";
import type { Room } from "./room";

/** Fast enough for the engine's stopwatch. A timer: requesting every frame would make the browser draw every frame. */
const TICK_MS = 50;
const DAY_MS = 86_400_000;

const now = signal(0);
let wanted = 0;
let timer = 0;

function tick(): void {
	now.value = performance.now();
}

/** The current time; re-renders the component every tick while `running`. */
export function useNow(running: boolean): number {
	useEffect(() => {
		if (!running) return;
		tick();
		if (wanted++ === 0) timer = window.setInterval(tick, TICK_MS);
		return () => {
			if (--wanted === 0) clearInterval(timer);
		};
	}, [running]);
	return running ? now.value : performance.now();
}

/** The clock `elapsed` milliseconds after it was read. */
export function runDown(clock: Clock, rule: RoomState["options"]["clock"], elapsed: number): Clock {
	let left = clock.left - elapsed;
	let { periods, in_period } = clock;
	if (rule.type !== "byoyomi") return { ...clock, left: Math.max(0, left) };
	const { period } = rule as ByoYomi;
	if (left <= 0 && !in_period) {
		in_period = true;
		left += period;
	}
	while (left <= 0 && periods > 1) {
		periods -= 1;
		left += period;
	}
	return { left: Math.max(0, left), periods, in_period };
}

/** 4:12, with tenths below ten seconds; "2d 5h" from a day on. */
export function clockText(ms: number): string {
	if (ms >= DAY_MS) return daysAndHours(ms);
	const tenths = Math.ceil(ms / 100);
	if (ms < 10_000) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`.replace("0:010", "0:10");
	const seconds = Math.ceil(ms / 1000);
	const two = (n: number) => String(n).padStart(2, "0");
	const minutes = Math.floor(seconds / 60);
	return minutes >= 60
		? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
		: `${minutes}:${two(seconds % 60)}`;
}

/** A player's clock at this moment; null without one. */
export function useClock(room: Room, seat: Seat): { clock: Clock; running: boolean } | null {
	const state = room.state.value;
	const running =
		!!seat.clock &&
		!!state &&
		state.turn_since !== null &&
		state.question?.player === seat.player &&
		!state.paused &&
		seat.vacation === null;
	const time = useNow(running);
	if (!seat.clock || !state) return null;
	const elapsed = running ? Math.max(0, time - room.heardAt.value) : 0;
	return { clock: runDown(seat.clock, state.options.clock, elapsed), running };
}
