// The explorer: moves played in the position shown, with counts, results and ratings, and games that reached it.
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { nameOf } from "../../../board/geometry";
import { StoneIcon } from "../../../board/Stones";
import { Thumb } from "../../../board/Swatch";
import { t } from "../../../i18n";
import { whenText } from "../../../i18n/dates";
import { explorerWords } from "../../../i18n/explorer";
import { count } from "../../../i18n/numbers";
import { Segmented } from "../../../kit/controls";
import type { ExplorerGame, ExplorerReply, ExplorerView, GameFilter, GameSource, Tempo } from "../../../wire/messages";
import { explore } from "../api";
import type { Analysis } from "../engine/liveAnalysis";
import { pathTo } from "../moveTree";
import { chanceAfter, chanceOf } from "../review/evaluation";
import { COLOURS, type Looked } from "../StudyBoard";
import type { StudyStore } from "../studyStore";

const SOURCES: readonly GameSource[] = ["mine", "imported", "server", "collections", "engine"];
/** Not every visitor, server and rule set has them. */
const OPTIONAL: readonly GameSource[] = ["imported", "collections", "engine"];
/** Those whose games can be selected by rating and clock. */
const SELECTABLE: readonly GameSource[] = ["mine", "server"];
const RATINGS = [0, 1200, 1400, 1600, 1800, 2000];
const TEMPOS: readonly (Tempo | null)[] = [null, "quick", "long", "days", "unlimited"];
const MOST_REPLIES = 12;

/** The source shown: remembered while the page is open; initially the first one that has games. */
const choice = signal<GameSource | null>(null);
/** Remembered likewise. */
const only = signal<GameFilter>({ rating: 0, tempo: null });

interface ExplorerProps {
	store: StudyStore;
	/** Values the moves that no book knows. */
	analysis: Analysis;
	/** Receives the moves shown, for the board. */
	explored: Signal<readonly ExplorerReply[] | null>;
	onLook: (line: Looked | null) => void;
}

export function ExplorerCard({ store, analysis, explored, onLook }: ExplorerProps) {
	const words = explorerWords.value;
	const source = choice.value ?? "mine";
	const view = useSignal<ExplorerView | null>(null);
	const failed = useSignal(false);
	const cells = store.cells.value;
	useEffect(() => {
		if (store.draft.value) return;
		const ended = new AbortController();
		explore(store.start.value, cells, source, only.value, ended.signal).then(
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
	}, [source, only.value, cells, store.start.value, !!store.draft.value]);
	const found = view.value;
	const total = found?.replies.reduce((sum, reply) => sum + reply.games, 0) ?? 0;
	const known = SOURCES.filter((name) => !OPTIONAL.includes(name) || found?.totals[name] !== undefined);
	return (
		<section class="explorer" aria-label={words.title}>
			{found?.opening_name && (
				<div class="named">
					{found.opening_rows.length > 0 && <Thumb rows={found.opening_rows} colours={COLOURS} size={44} />}
					<span>
						<b>{found.opening_name}</b>
						<small>{words.symmetric}</small>
					</span>
				</div>
			)}
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
			{SELECTABLE.includes(source) && <Selection />}
			{failed.value ? (
				<p class="why" role="status">
					{words.failed}
				</p>
			) : found?.replies.length ? (
				<Replies store={store} analysis={analysis} replies={found.replies} total={total} onLook={onLook} />
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

/** Which games count: those of strong players, or with some kind of clock. */
function Selection() {
	const words = explorerWords.value;
	return (
		<div class="selection">
			<select
				aria-label={words.ratingOfBoth}
				value={only.value.rating}
				onChange={(event) => {
					only.value = { ...only.value, rating: Number(event.currentTarget.value) };
				}}
			>
				{RATINGS.map((rating) => (
					<option key={rating} value={rating}>
						{rating ? `${rating} +` : words.anyRating}
					</option>
				))}
			</select>
			<select
				aria-label={words.clock}
				value={only.value.tempo ?? ""}
				onChange={(event) => {
					const tempo = event.currentTarget.value;
					only.value = { ...only.value, tempo: TEMPOS.find((each) => each === tempo) ?? null };
				}}
			>
				{TEMPOS.map((tempo) => (
					<option key={tempo} value={tempo ?? ""}>
						{words.tempos[tempo ?? "any"]}
					</option>
				))}
			</select>
		</div>
	);
}

interface RepliesProps {
	store: StudyStore;
	analysis: Analysis;
	replies: readonly ExplorerReply[];
	total: number;
	onLook: (line: Looked | null) => void;
}

function Replies({ store, analysis, replies, total, onLook }: RepliesProps) {
	const words = explorerWords.value;
	const { size, spot } = store;
	const thought = analysis.thought.value;
	const info = thought?.position === store.position.value ? thought.infos.at(-1) : undefined;
	const searched = ({ cells }: ExplorerReply) => chanceAfter(cells, info);
	const sum = (part: (reply: ExplorerReply) => number) => replies.reduce((all, reply) => all + part(reply), 0);
	const isRated = replies.some(({ rating }) => rating !== null);
	const isInBook = replies.some(({ chance }) => chance !== null);
	const isValued = isInBook || replies.some((reply) => searched(reply) !== null);
	const rated = replies.filter(({ rating }) => rating !== null);
	const ratedGames = rated.reduce((all, { games }) => all + games, 0);
	const chances = replies.flatMap(({ chance }) => chance ?? []);
	const best = chances.length ? Math.max(...chances) : info ? chanceOf(info.score) : null;
	return (
		<table class="replies">
			<thead>
				<tr>
					<th scope="col">{words.move}</th>
					<th scope="col">{words.games}</th>
					<th scope="col">{words.results}</th>
					{isRated && <th scope="col">{words.rating}</th>}
					{isValued && (
						<th scope="col" title={info && words.engineNow(info.depth)}>
							{words.sources.engine}
						</th>
					)}
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
							{isValued && <Value book={reply.chance} searched={searched(reply)} />}
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
						{isRated && (
							<td>
								{ratedGames > 0 &&
									Math.round(rated.reduce((all, { rating, games }) => all + rating! * games, 0) / ratedGames)}
							</td>
						)}
						{isValued && <Value book={chances.length ? best : null} searched={best} />}
					</tr>
				</tfoot>
			)}
		</table>
	);
}

/** A winning chance: of the opening book, otherwise of the search that runs. */
function Value({ book, searched }: { book: number | null; searched: number | null }) {
	const chance = book ?? searched;
	return (
		<td class={book === null ? "book searched" : "book"}>{chance === null ? "" : `${Math.round(100 * chance)} %`}</td>
	);
}

/** Black's wins, draws and White's wins as parts of a bar. */
function Results({ of: { black, draws, white } }: { of: Pick<ExplorerReply, "black" | "draws" | "white"> }) {
	const known = black + draws + white;
	if (!known) return null;
	const [won, drawn] = [black, draws].map((part) => Math.round((100 * part) / known)) as [number, number];
	// What rounding leaves of a hundred.
	const lost = Math.max(0, 100 - won - drawn);
	return (
		<span class="results" role="img" aria-label={explorerWords.value.share(won, drawn, lost)}>
			<i class="x" style={{ flexGrow: black }}>
				{won >= 20 ? won : ""}
			</i>
			<i class="d" style={{ flexGrow: draws }} />
			<i class="o" style={{ flexGrow: white }}>
				{lost >= 20 ? lost : ""}
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
							<Thumb rows={game.rows} colours={COLOURS} size={40} />
							<span class="of">
								{address ? <a href={`/analyse/${address}`}>{text}</a> : <b>{text}</b>}
								<span class="lab">
									{game.plies ? t.value.moveCount(game.plies) : game.at === null ? game.date : whenText(game.at)}
								</span>
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
	const name = (name: string) => name || (game.plies ? explorerWords.value.sources.engine : "?");
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
