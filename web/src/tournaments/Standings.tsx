// The standings of a tournament and its cross table.
import type { ComponentChildren } from "preact";
import { StoneIcon } from "../board/Stones";
import { t } from "../i18n";
import { tournamentWords } from "../i18n/tournaments";
import { confirm } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { stoneOf } from "../people/persons";
import type { TournamentPlayer, TournamentScore, TournamentView } from "../wire/messages";
import { against, byRound, lookOf, pointsText } from "./scores";

/** Rounds of which each has a column; of an arena, the latest games are shown. */
const LATEST_GAMES = 5;

const nameOf = (view: TournamentView, number: number | null): string =>
	view.players.find((player) => player.number === number)?.name ?? "";
/** A player's place in the table, by which the other rows refer to them. */
const placeOf = (view: TournamentView, number: number | null): number =>
	1 + view.players.findIndex((player) => player.number === number);

function Score({ view, score }: { view: TournamentView; score: TournamentScore }) {
	const words = tournamentWords.value;
	const result =
		score.points === null ? words.played : `${pointsText(score.points)}${score.played ? "" : ` ${words.byDefault}`}`;
	const label = score.opponent === null ? words.bye : words.against(nameOf(view, score.opponent), result);
	const mark = <span class={`score ${lookOf(score)}`}>{score.points === null ? "" : pointsText(score.points)}</span>;
	return (
		<>
			{score.room ? (
				<a href={`/room/${score.room}`} aria-label={label} title={label}>
					{mark}
				</a>
			) : (
				<span role="img" aria-label={label} title={label}>
					{mark}
				</span>
			)}
			{score.opponent !== null && <small aria-hidden="true">{placeOf(view, score.opponent)}</small>}
		</>
	);
}

function PlayerName({ player }: { player: TournamentPlayer }) {
	const words = tournamentWords.value;
	return (
		<>
			<StoneIcon stone={stoneOf(player.name)} size={20} />
			<b>{player.name}</b>
			{player.bot && <span class="chip teal">{t.value.bot}</span>}
			{player.withdrawn && <small class="gone">{words.left}</small>}
		</>
	);
}

interface TableProps {
	view: TournamentView;
	/** Remove a player, by their number; only for its owner. */
	remove?: (number: number) => void;
	/** Heads of the columns between the name and the points. */
	heads: ComponentChildren;
	/** A player's cells below them. */
	cells: (player: TournamentPlayer) => ComponentChildren;
	class?: string;
}

/** A line for each player: rank, name, what `cells` says, and points. */
function PlayerTable({ view, remove, heads, cells, class: look }: TableProps) {
	const words = tournamentWords.value;
	const mayRemove = view.mine && (view.state === "open" || view.state === "running");
	return (
		<div class="scroll">
			<table class={look ? `standings ${look}` : "standings"}>
				<thead>
					<tr>
						<th class="n">
							<span class="vh">{words.standings}</span>
						</th>
						<th>{words.player}</th>
						{heads}
						<th class="n">{words.points}</th>
					</tr>
				</thead>
				<tbody>
					{view.players.map((player) => (
						<tr key={player.number} class={player.number === view.me ? "me" : undefined}>
							<td class="n">{player.rank}</td>
							<td class="nm">
								<span class="who">
									<PlayerName player={player} />
									{remove && mayRemove && player.number !== view.me && !player.withdrawn && (
										<button
											type="button"
											class="quiet icon small"
											aria-label={words.removeWho(player.name)}
											title={words.removeWho(player.name)}
											onClick={() =>
												confirm({
													title: words.removeTitle(player.name),
													text: words.removeText,
													yes: words.removeWho(player.name),
													no: words.keep,
													danger: true,
													onYes: () => remove(player.number),
												})
											}
										>
											<Icon name="close" size={14} />
										</button>
									)}
								</span>
							</td>
							{cells(player)}
							<td class="n">
								<b>{pointsText(player.points)}</b>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

export function Standings({ view, remove }: Pick<TableProps, "view" | "remove">) {
	const words = tournamentWords.value;
	const rounds = view.rounds ?? 0;
	const columns = Array.from({ length: rounds }, (_, i) => i + 1);
	const tieBreak = { swiss: words.buchholz, "round-robin": words.sonnebornBerger, arena: words.wins }[
		view.settings.kind
	];
	return (
		<PlayerTable
			view={view}
			remove={remove}
			heads={
				<>
					<th class="n wide">{words.rating}</th>
					{columns.map((round) => (
						<th key={round} class="r">
							<span class="vh">{words.round(round)}</span>
							<span aria-hidden="true">{round}</span>
						</th>
					))}
					{rounds === 0 && <th class="r" />}
					<th class="n wide">{tieBreak}</th>
				</>
			}
			cells={(player) => (
				<>
					<td class="n wide">{player.rating ?? "–"}</td>
					{byRound(player, rounds).map((score, i) => (
						<td key={columns[i]} class="r">
							{score && <Score view={view} score={score} />}
						</td>
					))}
					{rounds === 0 && (
						<td class="r">
							{player.scores.slice(-LATEST_GAMES).map((score) => (
								<Score key={score.round} view={view} score={score} />
							))}
						</td>
					)}
					<td class="n wide">{pointsText(player.tie_break)}</td>
				</>
			)}
		/>
	);
}

export function CrossTable({ view }: { view: TournamentView }) {
	return (
		<PlayerTable
			class="cross"
			view={view}
			heads={view.players.map((player, i) => (
				<th key={player.number} class="r">
					<abbr title={player.name}>{i + 1}</abbr>
				</th>
			))}
			cells={(player) =>
				view.players.map((other) => (
					<td key={other.number} class={other === player ? "r self" : "r"}>
						{against(player, other.number).map((score) => (
							<Score key={score.round} view={view} score={score} />
						))}
					</td>
				))
			}
		/>
	);
}
