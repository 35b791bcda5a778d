// The live panel: rooms with a free seat, a game to watch, today's puzzle. Loaded after the home screen, without a layout shift.
import "./life.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Colours } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { featuredOf } from "../games/gamesToWatch";
import { t } from "../i18n";
import { lifeWords } from "../i18n/life";
import { Icon } from "../kit/Icon";
import { getJson } from "../wire/http";
import type { DailyPuzzle, GameList, Puzzle, RoomSummary } from "../wire/messages";

const COLOURS: Colours = { X: "black", O: "white" };

/** Rooms in which a player waits for an opponent, and the game to watch. */
export function goingOn(rooms: readonly RoomSummary[]): { open: readonly RoomSummary[]; watch: RoomSummary | null } {
	const open = rooms.filter(({ phase, holders }) => phase === "seating" && holders.some(({ type }) => type === "open"));
	return { open, watch: featuredOf(rooms) };
}

/** Lines of a small board, at least: fewer would show a shape without its board. */
const LEAST = 9;

/** The square of the board around the stones, so that they can be told apart on a small picture. */
export function aroundStones(rows: readonly string[]): string[] {
	const [width, height] = [rows[0]?.length ?? 0, rows.length];
	const cells = rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "." ? [] : [[x, y] as const])));
	if (!cells.length) return [...rows];
	const range = (of: number[]): [number, number] => [Math.min(...of), Math.max(...of)];
	const [[left, right], [top, bottom]] = [range(cells.map(([x]) => x)), range(cells.map(([, y]) => y))];
	const side = Math.min(Math.max(right - left + 3, bottom - top + 3, LEAST), width, height);
	const start = (from: number, to: number, all: number): number =>
		Math.max(0, Math.min(all - side, Math.floor((from + to + 1 - side) / 2)));
	const [x, y] = [start(left, right, width), start(top, bottom, height)];
	return rows.slice(y, y + side).map((row) => row.slice(x, x + side));
}

/** What there is to find: "Black wins in 5". */
function taskOf({ kind, plies, start }: Puzzle): string {
	const side = t.value.stones[COLOURS[start.to_move]];
	return kind === "save" ? lifeWords.value.save(side) : lifeWords.value.wins(side, Math.ceil(plies / 2));
}

/** "Move 33, 4 watching" */
function courseOf({ stones_played, spectators }: RoomSummary): string {
	const words = lifeWords.value;
	return [words.move(stones_played), ...(spectators ? [words.watching(spectators)] : [])].join(", ");
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
			{daily.value && (
				<a class="card" href="/puzzles/daily">
					<Thumb rows={aroundStones(daily.value.puzzle.start.rows)} colours={COLOURS} size={44} />
					<span>
						<b>{words.today}</b>
						<small>{taskOf(daily.value.puzzle)}</small>
					</span>
				</a>
			)}
			{watch && (
				<a class="card" href={`/room/${watch.room}`}>
					<Thumb rows={aroundStones(watch.rows)} colours={{ X: watch.stones[0], O: watch.stones[1] }} size={44} />
					<span>
						<b>
							<span class="vh">{words.watch}: </span>
							<i class="now" aria-hidden="true" />
							{watch.names.map((name) => name || "?").join(" – ")}
						</b>
						<small>{courseOf(watch)}</small>
					</span>
				</a>
			)}
			{open.length > 0 && (
				<a class="card" href={open.length === 1 ? `/room/${open[0]!.room}` : "/rooms"}>
					<span class="many">
						<Icon name="people" size={22} />
					</span>
					<span>
						<b>{words.rooms(open.length)}</b>
						<small>{open[0]!.title || open[0]!.names.find(Boolean)}</small>
					</span>
				</a>
			)}
		</aside>
	);
}
