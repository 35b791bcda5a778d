// The live panel: rooms with a free seat, a game to watch, today's puzzle. Loaded after the home screen, without a layout shift.
import "./life.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Colours } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { featuredOf } from "../games/gamesToWatch";
import { lineTitle } from "../games/titles";
import { rulesTitle } from "../i18n/catalogue";
import { lifeWords } from "../i18n/life";
import { Icon } from "../kit/Icon";
import { getJson } from "../wire/http";
import type { DailyPuzzle, GameList, RoomSummary } from "../wire/messages";

const COLOURS: Colours = { X: "black", O: "white" };

/** Rooms in which a player waits for an opponent, and the game to watch. */
export function goingOn(rooms: readonly RoomSummary[]): { open: readonly RoomSummary[]; watch: RoomSummary | null } {
	const open = rooms.filter(({ phase, holders }) => phase === "seating" && holders.some(({ type }) => type === "open"));
	return { open, watch: featuredOf(rooms) };
}

export function Life() {
	const words = lifeWords.value;
	const rooms = useSignal<readonly RoomSummary[]>([]);
	const daily = useSignal<DailyPuzzle | null>(null);
	useEffect(() => {
		getJson<GameList>("/api/rooms?limit=50").then(
			({ games }) => {
				rooms.value = games;
			},
			() => {},
		);
		getJson<DailyPuzzle>("/api/puzzles/daily").then(
			(found) => {
				daily.value = found;
			},
			() => {},
		);
	}, []);
	const { open, watch } = goingOn(rooms.value);
	if (!open.length && !watch && !daily.value) return null;
	return (
		<aside class="float life">
			{open.length > 0 && (
				<a class="card" href={open.length === 1 ? `/room/${open[0]!.room}` : "/rooms"}>
					<Icon name="people" size={22} />
					<span>
						<b>{words.rooms(open.length)}</b>
						<small>{open[0]!.title || open[0]!.names.find(Boolean)}</small>
					</span>
				</a>
			)}
			{watch && (
				<a class="card" href={`/room/${watch.room}`}>
					<Thumb rows={watch.rows} colours={{ X: watch.stones[0], O: watch.stones[1] }} size={44} />
					<span>
						<b>{words.watch}</b>
						<small>{lineTitle(watch)}</small>
					</span>
				</a>
			)}
			{daily.value && (
				<a class="card" href="/puzzles/daily">
					<Thumb rows={daily.value.puzzle.start.rows} colours={COLOURS} size={44} />
					<span>
						<b>{words.today}</b>
						<small>{rulesTitle(daily.value.puzzle.rules)}</small>
					</span>
				</a>
			)}
		</aside>
	);
}
