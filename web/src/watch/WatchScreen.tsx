// Several games at once: small boards that follow the list of rooms.
import "../styles/pages.css";
import "./watch.css";
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { isLate, useBoard } from "../games/delayedBoards";
import { gamesToWatch } from "../games/gamesToWatch";
import { PLAYERS } from "../games/titles";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { roomWords } from "../i18n/rooms";
import { watchWords } from "../i18n/watch";
import { enterLobby, rooms } from "../lobby/roomList";
import { eloText } from "../people/ratingText";
import { Watchers } from "../rooms/chat/Watchers";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import type { RoomSummary } from "../wire/messages";

export function WatchScreen() {
	const words = watchWords.value;
	useEffect(() => {
		void fetchCatalogue().catch(() => {});
		return enterLobby();
	}, []);
	const games = gamesToWatch(rooms.value ?? []);
	return (
		<main class="page watch" id="content" tabIndex={-1}>
			<div class="hd">
				<h1>{words.title}</h1>
				<a class="btn" href="/rooms">
					{t.value.rooms}
				</a>
			</div>
			{rooms.value && games.length === 0 ? (
				<div class="card empty">
					<Thumb rows={[]} colours={{ X: "black", O: "white" }} size={40} />
					<b>{words.none}</b>
					{words.noneText}
				</div>
			) : (
				<div class="watch-grid">
					{games.map((line) => (
						<Game key={line.room} line={line} />
					))}
				</div>
			)}
		</main>
	);
}

function Game({ line }: { line: RoomSummary }) {
	const words = watchWords.value;
	const name = (i: 0 | 1): string => {
		const holder = line.holders[i];
		return holder.type === "ai" ? t.value.computerShort(holder.level) : line.names[i] || t.value.stones[line.stones[i]];
	};
	const board = useBoard(line);
	const late = isLate(line) && roomWords.value.seenLate(roomWords.value.late(line.delay / 1000));
	return (
		<a class="card" href={`/room/${line.room}`} data-room={line.room}>
			<Thumb rows={board.rows} last={board.last} colours={{ X: line.stones[0], O: line.stones[1] }} size={240} />
			{([0, 1] as const).map((i) => (
				<span class="player" key={PLAYERS[i]}>
					<StoneIcon stone={line.stones[i]} side={i === 0 ? "X" : "O"} size={18} />
					<b>{name(i)}</b>
					{line.elos[i] && <small>{eloText(line.elos[i])}</small>}
				</span>
			))}
			<small class="facts">
				{[catalogue.value ? rulesTitle(line.rules) : line.rules, clockWords(line.clock)].join(" · ")}
				{line.spectators > 0 && <Watchers count={line.spectators} />}
			</small>
			{line.phase === "over" ? (
				<small>{words.over}</small>
			) : (
				<small>
					{board.stones ? t.value.moveCount(board.stones) : words.begins}
					{late && ` · ${late}`}
				</small>
			)}
		</a>
	);
}
