// The explorer: moves played in the position shown, with counts, results and ratings, and games that reached it.
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { nameOf } from "../../../board/geometry";
import { StoneIcon } from "../../../board/Stones";
import { t } from "../../../i18n";
import { whenText } from "../../../i18n/dates";
import { explorerWords } from "../../../i18n/explorer";
import { count } from "../../../i18n/numbers";
import { Segmented } from "../../../kit/controls";
import type { ExplorerGame, ExplorerReply, ExplorerView, GameSource } from "../../../wire/messages";
import { explore } from "../api";
import { pathTo } from "../moveTree";
import { COLOURS, type Looked } from "../StudyBoard";
import type { StudyStore } from "../studyStore";

const SOURCES: readonly GameSource[] = ["mine", "imported", "server", "collections", "engine"];
/** Not every visitor, server and rule set has them. */
const OPTIONAL: readonly GameSource[] = ["imported", "collections", "engine"];
const MOST_REPLIES = 12;

/** The source shown: remembered while the page is open; initially the first one that has games. */
const choice = signal<GameSource | null>(null);

interface ExplorerProps {
	store: StudyStore;
	/** Receives the moves shown, for the board. */
	explored: Signal<readonly ExplorerReply[] | null>;
	onLook: (line: Looked | null) => void;
}

export function ExplorerCard({ store, explored, onLook }: ExplorerProps) {
	const words = explorerWords.value;
	const source = choice.value ?? "mine";
	const view = useSignal<ExplorerView | null>(null);
	const failed = useSignal(false);
	const cells = store.cells.value;
	useEffect(() => {
		if (store.draft.value) return;
		const ended = new AbortController();
		explore(store.start.value, cells, source, ended.signal).then(
			(found) => {
				view.value = found;
				explored.value = found.replies.slice(0, MOST_REPLIES).filter(({ games }) => games);
				failed.value = false;
				choice.value ??= SOURCES.find((name) => found.totals[name]) ?? null;
			},
			() => {
				if (!ended.signal.aborted) failed.value = true;
			},
		);
		return () => {
			ended.abort();
			explored.value = null;
		};
	}, [source, cells, store.start.value, !!store.draft.value]);
	const found = view.value;
	const total = found?.replies.reduce((sum, reply) => sum + reply.games, 0) ?? 0;
	const known = SOURCES.filter((name) => !OPTIONAL.includes(name) || found?.totals[name] !== undefined);
	return (
		<section class="explorer" aria-label={words.title}>
			<Segmented
				label={words.source}
				value={source}
				options={known.map((name) => [
					name,
					<>
						{words.sources[name]} <small>{count(found?.totals[name] ?? 0)}</small>
					</>,
				])}
				onChange={(name) => {
					choice.value = name;
				}}
			/>
			{failed.value ? (
				<p class="why" role="status">
					{words.failed}
				</p>
			) : found?.replies.length ? (
				<Replies store={store} replies={found.replies} total={total} onLook={onLook} />
			) : (
				<p class="why" role="status">
					{found ? words.none : "…"}
				</p>
			)}
			{!failed.value && !!found?.line.length && <ThisLine store={store} line={found.line} />}
			{!failed.value && !!found?.games.length && <Games games={found.games} link={found.link} />}
		</section>
	);
}

interface RepliesProps {
	store: StudyStore;
	replies: readonly ExplorerReply[];
	total: number;
	onLook: (line: Looked | null) => void;
}

function Replies({ store, replies, total, onLook }: RepliesProps) {
	const words = explorerWords.value;
	const { size, spot } = store;
	const sum = (part: (reply: ExplorerReply) => number) => replies.reduce((all, reply) => all + part(reply), 0);
	const isRated = replies.some(({ rating }) => rating !== null);
	const isInBook = replies.some(({ chance }) => chance !== null);
	return (
		<table class="replies">
			<thead>
				<tr>
					<th scope="col">{words.move}</th>
					<th scope="col">{words.games}</th>
					<th scope="col">{words.results}</th>
					{isRated && <th scope="col">{words.rating}</th>}
					{isInBook && <th scope="col">{words.sources.engine}</th>}
				</tr>
			</thead>
			<tbody onPointerLeave={() => onLook(null)}>
				{replies.slice(0, MOST_REPLIES).map((reply) => {
					const cell = reply.cells[0]!;
					const name = nameOf(cell, size.value);
					const show = () => onLook({ moves: [cell], steps: [] });
					return (
						<tr key={cell.join()} onPointerMove={show} onFocusIn={show} onFocusOut={() => onLook(null)}>
							<td>
								<button
									type="button"
									aria-label={words.play(name)}
									onClick={() => {
										onLook(null);
										void store.play(cell);
									}}
								>
									<StoneIcon stone={COLOURS[spot.value.side]} side={spot.value.side} size={16} />
									{name}
								</button>
							</td>
							<td>
								{reply.games > 0 && (
									<>
										{count(reply.games)} <small>{Math.round((100 * reply.games) / total)} %</small>
									</>
								)}
							</td>
							<td>
								<Results of={reply} />
							</td>
							{isRated && <td>{reply.rating ?? ""}</td>}
							{isInBook && <td class="book">{reply.chance === null ? "" : `${Math.round(100 * reply.chance)} %`}</td>}
						</tr>
					);
				})}
			</tbody>
			{replies.length > 1 && (
				<tfoot>
					<tr>
						<th scope="row">{t.value.all}</th>
						<td>{count(total)}</td>
						<td>
							<Results
								of={{
									black: sum(({ black }) => black),
									draws: sum(({ draws }) => draws),
									white: sum(({ white }) => white),
								}}
							/>
						</td>
						{isRated && <td />}
						{isInBook && <td />}
					</tr>
				</tfoot>
			)}
		</table>
	);
}

/** Black's wins, draws and White's wins as parts of a bar. */
function Results({ of: { black, draws, white } }: { of: Pick<ExplorerReply, "black" | "draws" | "white"> }) {
	const known = black + draws + white;
	if (!known) return null;
	const share = (part: number) => Math.round((100 * part) / known);
	return (
		<span class="results" role="img" aria-label={explorerWords.value.share(share(black), share(draws), share(white))}>
			<i class="x" style={{ flexGrow: black }}>
				{share(black) >= 20 ? share(black) : ""}
			</i>
			<i class="d" style={{ flexGrow: draws }} />
			<i class="o" style={{ flexGrow: white }}>
				{share(white) >= 20 ? share(white) : ""}
			</i>
		</span>
	);
}

/** Each move of the line shown with the games that played it: where one left the known. */
function ThisLine({ store, line }: { store: StudyStore; line: readonly number[] }) {
	const { tree, at, size } = store;
	const nodes = pathTo(tree.value, at.value).slice(0, line.length);
	return (
		<>
			<h3>{explorerWords.value.thisLine}</h3>
			<ol class="followed">
				{nodes.map((node, i) => (
					<li key={node}>
						<button type="button" data-left={!line[i]} onClick={() => store.go(node)}>
							{nameOf(tree.value[node]!.cell!, size.value)} <small>{count(line[i]!)}</small>
						</button>
					</li>
				))}
			</ol>
		</>
	);
}

const RESULTS: Record<string, string> = { B: "1 : 0", W: "0 : 1", "0": "½ : ½" };

function Games({ games, link }: { games: readonly ExplorerGame[]; link: string | null }) {
	const words = explorerWords.value;
	return (
		<>
			<div class="row between">
				<h3>{words.gamesHere}</h3>
				{link && <a href={`/games/collection/${link}`}>{t.value.all}</a>}
			</div>
			<ul class="passed">
				{games.map((game, number) => {
					const address = game.room ?? game.link ?? (game.collected && `c~${game.collected}`);
					const text = <Players game={game} />;
					return (
						<li key={address ?? number}>
							{address ? <a href={`/analyse/${address}`}>{text}</a> : <b>{text}</b>}
							<span class="lab">
								{game.plies ? t.value.moveCount(game.plies) : game.at === null ? game.date : whenText(game.at)}
							</span>
							<b class="end">{RESULTS[game.result] ?? ""}</b>
						</li>
					);
				})}
			</ul>
		</>
	);
}

/** Both players with their stones and ratings; the engine's own games have no names. */
function Players({ game }: { game: ExplorerGame }) {
	const name = (name: string) => name || (game.link ? explorerWords.value.sources.engine : "?");
	const player = (side: "X" | "O", name: string, rating: number | null) => (
		<span class="who">
			<StoneIcon stone={COLOURS[side]} side={side} size={14} />
			{name} {rating !== null && <small>{rating}</small>}
		</span>
	);
	return (
		<>
			{player("X", name(game.black), game.ratings[0])}
			<span class="vh"> – </span>
			{player("O", name(game.white), game.ratings[1])}
		</>
	);
}
