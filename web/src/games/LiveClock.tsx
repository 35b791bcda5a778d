// Clocks on the boards of a list, which run on between two messages of the server.
import { clockText, runDown, useNow } from "../game/clock";
import type { Clock, Player, RoomSummary } from "../wire/messages";

/** A player's clock at this moment; null without one. */
export function clockAt(line: RoomSummary | null, player: Player, now: number): Clock | null {
	const clock = line?.clocks?.[player === "P1" ? 0 : 1];
	if (!line || !clock) return null;
	const isRunning = line.running === player && line.running_since !== null;
	return runDown(clock, line.clock, isRunning ? Math.max(0, now - line.running_since!) : 0);
}

interface LiveClockProps {
	line: RoomSummary | null;
	player: Player;
	/** By how much the server's clock is ahead, in milliseconds. */
	ahead: number;
}

/** The clock of a player in a game that goes on. */
export function LiveClock({ line, player, ahead }: LiveClockProps) {
	const isRunning = line?.running === player;
	useNow(isRunning);
	const clock = clockAt(line, player, Date.now() + ahead);
	if (!clock || line?.outcome) return null;
	return (
		<span class={isRunning ? "ck on" : "ck"} role="timer" aria-live="off">
			{clockText(clock.left)}
		</span>
	);
}
