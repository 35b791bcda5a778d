// The game that most people watch, beside the list of rooms; it goes on as they see it.
import "./featured.css";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gridOf, place, span } from "../board/geometry";
import { Lines, Stones } from "../board/Layers";
import { fromRows } from "../board/placed";
import { type Colours, StoneIcon } from "../board/Stones";
import { BoardTexture } from "../board/texture/BoardTexture";
import { doge } from "../doge/mode";
import { type SmallBoard, useBoard } from "../games/delayedBoards";
import { featuredOf } from "../games/gamesToWatch";
import { LiveClock } from "../games/LiveClock";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { profileWords } from "../i18n/profile";
import { watchWords } from "../i18n/watch";
import { eloText } from "../people/ratingText";
import { Watchers } from "../rooms/chat/Watchers";
import { catalogue } from "../wire/catalogue";
import { getJson } from "../wire/http";
import type { GameList, RoomSummary } from "../wire/messages";
import { connection } from "../wire/socket";

/** Between two looks for a game, while none is shown; a game that is over stays as long. */
const LOOK_MS = 15_000;

/** The game shown; the filter of the list does not concern it. */
export const featured = signal<RoomSummary | null>(null);

/** Keep a game shown while the lobby is open, which tells of every change. Returns the function that stops. */
function followFeatured(): () => void {
	const look = async (): Promise<void> => {
		if (featured.value?.phase === "playing") return;
		try {
			featured.value = featuredOf((await getJson<GameList>("/api/rooms?limit=50")).games);
		} catch {
			// Retried at the next look.
		}
	};
	const stopHearing = connection.overhear((message) => {
		if (message.type === "lobby_change" && message.room === featured.value?.room) featured.value = message.line;
	});
	void look();
	const timer = setInterval(() => document.hidden || void look(), LOOK_MS);
	return () => {
		clearInterval(timer);
		stopHearing();
		featured.value = null;
	};
}

export function FeaturedCard() {
	useEffect(followFeatured, []);
	return featured.value && <Game key={featured.value.room} line={featured.value} />;
}

function Game({ line }: { line: RoomSummary }) {
	const board = useBoard(line);
	const state =
		line.phase === "over"
			? watchWords.value.over
			: board.stones
				? t.value.moveCount(board.stones)
				: watchWords.value.begins;
	const facts = [catalogue.value ? rulesTitle(line.rules) : line.rules, clockWords(line.clock), state];
	return (
		<a class="featured" href={`/room/${line.room}`}>
			<span class="vh">{profileWords.value.watch}: </span>
			<Side line={line} seat={1} />
			<Picture board={board} colours={{ X: line.stones[0], O: line.stones[1] }} />
			<Side line={line} seat={0} />
			<small>
				<span>{facts.join(" · ")}</span>
				{line.spectators > 0 && <Watchers count={line.spectators} />}
			</small>
		</a>
	);
}

/** The board as in the room, without its coordinates. */
function Picture({ board: { rows, last }, colours }: { board: SmallBoard; colours: Colours }) {
	const grid = gridOf({ width: rows[0]?.length ?? 15, height: rows.length || 15 }, false, false);
	return (
		<span class="pic">
			<BoardTexture />
			<svg class="board" viewBox={`0 0 ${span(grid, grid.width)} ${span(grid, grid.height)}`} aria-hidden="true">
				<Lines grid={grid} weight={1.4} />
				<Stones grid={grid} stones={fromRows(rows)} colours={colours} faces={doge.value} />
				{last && <circle class="last" transform={place(grid, last)} r="6" />}
			</svg>
		</span>
	);
}

function Side({ line, seat }: { line: RoomSummary; seat: 0 | 1 }) {
	const holder = line.holders[seat];
	const name = holder.type === "ai" ? t.value.computerShort(holder.level) : line.names[seat];
	return (
		<span class="s">
			<StoneIcon stone={line.stones[seat]} side={seat === 0 ? "X" : "O"} size={22} />
			<b>{name || t.value.stones[line.stones[seat]]}</b>
			{line.elos[seat] && <small>{eloText(line.elos[seat])}</small>}
			<LiveClock line={line} player={seat === 0 ? "P1" : "P2"} ahead={connection.ahead.value} />
		</span>
	);
}
