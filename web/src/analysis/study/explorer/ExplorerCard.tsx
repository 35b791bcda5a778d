// What was played in the position shown: moves with counts, results and ratings, and games that passed there.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { nameOf } from "../../board/geometry";
import { whenText } from "../../i18n/dates";
import { explorerWords } from "../../i18n/explorer";
import { count } from "../../i18n/numbers";
import { Segmented } from "../../kit/controls";
import type { ExplorerGame, ExplorerReply, ExplorerView, GameSource } from "../../wire/messages";
import { explore } from "./api";
import type { Looked } from "./StudyBoard";
import type { StudyStore } from "./studyStore";

const SOURCES: readonly GameSource[] = ["mine", "imported", "server", "collections", "engine"];
/** Not every visitor, server and rule set has them. */
const OPTIONAL: readonly GameSource[] = ["imported", "collections", "engine"];
const MOST_REPLIES = 12;

/** Whose games it shows: kept while the page is; at first those of the first source that has any. */
const choice = signal<GameSource | null>(null);

export function ExplorerCard({ store, onLook }: { store: StudyStore; onLook: (line: Looked | null) => void }) {
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
				failed.value = false;
				choice.value ??= SOURCES.find((name) => found.totals[name]) ?? null;
			},
			() => {
				if (!ended.signal.aborted) failed.value = true;
			},
		);
		return () => ended.abort();
	}, [source, cells, store.start.value, !!store.draft.value]);
	const found = view.value;
	const total = found?.replies.reduce((sum, reply) => sum + reply.games, 0) ?? 0;
	const known = SOURCES.filter((name) => !OPTIONAL.includes(name) || found?.totals[name] !== undefined);
	return (
		<section class="explorer" aria-label={words.title}>
			<Segmented
				label={words.source}
				value={source}
				options={known.map((name) => [name, `${words.sources[name]} ${count(found?.totals[name] ?? 0)}`] as const)}
				onChange={(name) => {
					choice.value = name;
				}}
			/>
			{failed.value ? (
				<p class="why" role="status">
					{words.failed}
				</p>
			) : total ? (
				<Replies store={store} replies={found!.replies} total={total} onLook={onLook} />
			) : (
				<p class="why" role="status">
					{found ? words.none : "…"}
				</p>
			)}
			{!failed.value && !!found?.games.length && <Games games={found.games} />}
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
	const size = store.size.value;
	return (
		<table class="replies">
			<thead>
				<tr>
					<th scope="col">{words.move}</th>
					<th scope="col">{words.games}</th>
					<th scope="col">{words.results}</th>
					<th scope="col">{words.rating}</th>
				</tr>
			</thead>
			<tbody onPointerLeave={() => onLook(null)}>
				{replies.slice(0, MOST_REPLIES).map((reply) => {
					const cell = reply.cells[0]!;
					const name = nameOf(cell, size);
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
									{name}
								</button>
							</td>
							<td>
								{count(reply.games)} <small>{Math.round((100 * reply.games) / total)} %</small>
							</td>
							<td>
								<Results reply={reply} />
							</td>
							<td>{reply.rating ?? ""}</td>
						</tr>
					);
				})}
			</tbody>
		</table>
	);
}

/** Black's wins, draws and White's wins as parts of a bar. */
function Results({ reply: { black, draws, white } }: { reply: ExplorerReply }) {
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

const RESULTS: Record<string, string> = { B: "1 : 0", W: "0 : 1", "0": "½ : ½" };

function Games({ games }: { games: readonly ExplorerGame[] }) {
	const words = explorerWords.value;
	return (
		<>
			<h3>{words.gamesHere}</h3>
			<ul class="passed">
				{games.map((game, number) => {
					const text = `${game.black || "?"} – ${game.white || "?"}`;
					const address = game.room ?? (game.collected && `c~${game.collected}`);
					return (
						<li key={address ?? number}>
							{address ? <a href={`/analyse/${address}`}>{text}</a> : <b>{text}</b>}
							<span class="lab">{game.at === null ? game.date : whenText(game.at)}</span>
							<b class="end">{RESULTS[game.result] ?? ""}</b>
						</li>
					);
				})}
			</ul>
		</>
	);
}
