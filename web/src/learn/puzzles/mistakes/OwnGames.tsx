// From the visitor's own mistakes: those of the latest finished games, each on a small board; games not reviewed yet are listed whole.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { fetchMistakes } from "../../../analysis/study/api";
import { QUICK_MS } from "../../../analysis/study/review/gameReview";
import { percent } from "../../../analysis/study/review/reviewStore";
import { COLOURS } from "../../../analysis/study/StudyBoard";
import { type Cell, nameOf, other } from "../../../board/geometry";
import { Thumb } from "../../../board/Swatch";
import { lineTitle } from "../../../games/titles";
import { whenText } from "../../../i18n/dates";
import { moveNumber } from "../../../i18n/numbers";
import { puzzleWords } from "../../../i18n/puzzles";
import { studyWords } from "../../../i18n/study";
import { fetchGames } from "../../../wire/games";
import type { GameMistake, RoomSummary } from "../../../wire/messages";
import { connection } from "../../../wire/socket";
import { movesIn } from "../verdict";
import { LEAST, sideOf } from "./practice";

/** Games examined. */
const LATEST = 3;
/** Mistakes shown. */
const MOST = 6;

/** A game and the mistakes in its review; null if it was not reviewed. */
interface OwnGame {
	readonly line: RoomSummary;
	readonly side: "" | "X" | "O";
	readonly mistakes: readonly GameMistake[] | null;
}

async function fetchOwn(): Promise<OwnGame[]> {
	const { games } = await fetchGames({ phase: "over", limit: 4 * LATEST });
	const latest = games.filter(({ stones_played }) => stones_played >= LEAST).slice(0, LATEST);
	return Promise.all(
		latest.map(async (line) => {
			const side = sideOf(line, connection.me.value);
			const { reviewed, mistakes } = await fetchMistakes(line.room, QUICK_MS);
			return { line, side, mistakes: reviewed ? mistakes.filter(({ color }) => !side || color === side) : null };
		}),
	);
}

export function OwnGames() {
	const words = puzzleWords.value;
	const own = useSignal<readonly OwnGame[]>([]);
	useEffect(() => {
		fetchOwn().then(
			(found) => {
				own.value = found;
			},
			() => {},
		);
	}, []);
	const found = own.value
		.flatMap(({ line, side, mistakes }) => (mistakes ?? []).map((mistake) => ({ line, side, mistake })))
		.slice(0, MOST);
	const unseen = own.value.filter(({ mistakes }) => !mistakes);
	return (
		<section class="card own-games" aria-label={words.own}>
			<div class="row between">
				<h2>{words.own}</h2>
				{found.length ? (
					<a class="lab" href="/puzzles/mistakes">
						{words.practiseAll}
					</a>
				) : (
					<span class="lab">{words.ownText}</span>
				)}
			</div>
			{found.length || unseen.length ? (
				<ul class="own-list">
					{found.map(({ line, side, mistake }) => (
						<Tile
							key={`${line.room} ${mistake.number}`}
							line={line}
							path={`${side}${mistake.number}`}
							rows={mistake.rows}
							last={mistake.cell}
						>
							<small>{moveText(mistake)}</small>
							<em>
								{mistake.missed
									? words.missedWin(movesIn(mistake.missed))
									: studyWords.value.lost(percent(mistake.loss))}
							</em>
						</Tile>
					))}
					{unseen.map(({ line, side }) => (
						<Tile key={line.room} line={line} path={side} rows={line.rows} last={line.last}>
							<small>{whenText(line.updated)}</small>
						</Tile>
					))}
				</ul>
			) : (
				<p class="lab">{words.ownNone}</p>
			)}
		</section>
	);
}

/** "17. M7" */
function moveText({ number, color, cell, rows }: GameMistake): string {
	const first = number % 2 ? color : other(color);
	return `${moveNumber(number, color, first)} ${nameOf(cell, { width: rows[0]!.length, height: rows.length })}`;
}

interface TileProps {
	line: RoomSummary;
	/** Which mistakes, for the address. */
	path: string;
	rows: readonly string[];
	last: Cell | null;
	children: ComponentChildren;
}

function Tile({ line, path, rows, last, children }: TileProps) {
	return (
		<li>
			<a href={`/game/${line.room}/mistakes${path && `/${path}`}`}>
				<Thumb rows={rows} colours={COLOURS} last={last} />
				<span>
					<b>{lineTitle(line)}</b>
					{children}
				</span>
			</a>
		</li>
	);
}
