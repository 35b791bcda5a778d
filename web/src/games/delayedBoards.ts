// Boards of games with a spectator delay: lists do not include them, so each is fetched as spectators see it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Cell } from "../board/geometry";
import { getJson } from "../wire/http";
import type { RoomSummary, Snapshot } from "../wire/messages";

const POLL_MS = 5_000;

/** What a small board shows of a game. */
export interface SmallBoard {
	readonly rows: readonly string[];
	readonly last: Cell | null;
	/** Stones that were placed. */
	readonly stones: number;
}

export function boardOf({ state, actions }: Snapshot): SmallBoard {
	const placed = actions.slice(0, state.ply).flatMap(({ cell }) => (cell ? [cell] : []));
	return { rows: state.rows, last: placed.at(-1) ?? null, stones: placed.length };
}

export const isLate = ({ delay, phase }: RoomSummary): boolean => delay > 0 && phase === "playing";

/** The board of a game: from its list entry or, with a spectator delay, as spectators see it in the room. */
export function useBoard(line: RoomSummary): SmallBoard {
	const seen = useSignal<SmallBoard | null>(null);
	const late = isLate(line);
	useEffect(() => {
		if (!late) return;
		let stopped = false;
		const look = () =>
			getJson<Snapshot>(`/api/games/${line.room}`).then(
				(snapshot) => {
					if (!stopped) seen.value = boardOf(snapshot);
				},
				() => {},
			);
		void look();
		const timer = setInterval(() => document.hidden || void look(), POLL_MS);
		return () => {
			stopped = true;
			clearInterval(timer);
		};
	}, [line.room, late]);
	return (late && seen.value) || { rows: line.rows, last: line.last, stones: line.stones_played };
}
