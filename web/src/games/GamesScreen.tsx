// The visitor's saved games: search, open, export, delete.
import "../styles/pages.css";
import "./games.css";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Thumb } from "../board/Swatch";
import { go } from "../browser/router";
import { ShareDialog } from "../game/table/ShareDialog";
import { t } from "../i18n";
import { openingTitle, rulesTitle } from "../i18n/catalogue";
import { collectionWords } from "../i18n/collection";
import { whenText } from "../i18n/dates";
import { studyWords } from "../i18n/study";
import { Icon } from "../kit/Icon";
import { lazy } from "../kit/lazy";
import { showLazy } from "../kit/lazyDialog";
import { SearchField } from "../kit/SearchField";
import { changeText } from "../people/ratingText";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import { deleteGame, fetchGames, type GameQuery } from "../wire/games";
import type { RoomSummary } from "../wire/messages";
import { PAGE_SIZE, PagedList, usePagedLines } from "./pagedList";
import { StudyList } from "./StudyList";
import { lineTitle, ownSide, PLAYERS, versus } from "./titles";

const Collection = lazy(async () => (await import("./Collection")).Collection);

/** `collection`: begin with the visitor's collection, and with the games that reach this line, if it is not empty. */
export function GamesScreen({ collection }: { collection?: string }) {
	const words = t.value;
	const query = useSignal<Pick<GameQuery, "search" | "phase">>({ search: "", phase: "" });
	const list = useSignal<"games" | "mine" | "public" | "collection">(collection === undefined ? "games" : "collection");
	const me = useSignal("");
	const { search, phase: wantedPhase } = query.value;
	const games = usePagedLines<RoomSummary>(`${wantedPhase} ${search}`, search !== "", async (offset) => {
		const found = await fetchGames({ search, phase: wantedPhase, limit: PAGE_SIZE, offset });
		me.value = found.me;
		return { lines: found.games, total: found.total };
	});
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
	}, []);
	const lists = useRef<HTMLDivElement>(null);
	useEffect(() => {
		// On a phone the row is wider than the screen.
		lists.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ inline: "center", block: "nearest" });
	}, [list.value]);
	const remove = (line: RoomSummary) =>
		games.offerDelete(line, { title: words.deleteTitle, name: lineTitle(line), done: words.deleted }, () =>
			deleteGame(line.room),
		);
	const phases: [GameQuery["phase"], string][] = [
		["", words.all],
		["playing", words.running],
		["over", words.finished],
	];
	return (
		<main class="page" id="content" tabIndex={-1}>
			<div class="hd">
				<h1>{words.gamesTitle}</h1>
				<SearchField
					label={words.findGame}
					value={search}
					onSearch={(text) => {
						query.value = { ...query.value, search: text };
					}}
				/>
				<button type="button" onClick={openImport}>
					<Icon name="share" />
					{words.importFile}
				</button>
			</div>
			<div class="fl" ref={lists}>
				{phases.map(([phase, label]) => (
					<button
						type="button"
						class="chip"
						key={phase}
						aria-pressed={list.value === "games" && query.value.phase === phase}
						onClick={() => {
							list.value = "games";
							query.value = { ...query.value, phase };
						}}
					>
						{label}
					</button>
				))}
				{(["mine", "public", "collection"] as const).map((whose) => (
					<button
						type="button"
						class="chip"
						key={whose}
						aria-pressed={list.value === whose}
						onClick={() => {
							list.value = whose;
						}}
					>
						{whose === "mine"
							? words.studies
							: whose === "public"
								? studyWords.value.publicStudies
								: collectionWords.value.title}
					</button>
				))}
				{games.lines.value && list.value === "games" && (
					<span class="lab" role="status">
						{words.listCount(games.total.value)}
					</span>
				)}
			</div>
			{list.value === "collection" ? (
				<Collection search={search} position={collection ?? ""} />
			) : list.value !== "games" ? (
				<StudyList key={list.value} whose={list.value} search={search} />
			) : (
				<PagedList
					of={games}
					empty={{
						title: search || wantedPhase ? words.noneFound : words.noGames,
						text: search || wantedPhase ? words.noneFoundText : words.noGamesText,
						href: "/",
						go: words.newGame,
					}}
					line={(line) => <Line key={line.room} line={line} me={me.value} onDelete={() => remove(line)} />}
					placeholder={[1, 2, 3].map((i) => (
						<li class="card game" key={i}>
							<div class="info">
								<div class="skel" style={{ width: "60%", margin: "14px 0" }} />
								<div class="skel" style={{ width: "40%" }} />
							</div>
						</li>
					))}
				/>
			)}
		</main>
	);
}

function Line({ line, me, onDelete }: { line: RoomSummary; me: string; onDelete: () => void }) {
	const words = t.value;
	const colours = { X: line.stones[0], O: line.stones[1] };
	const { outcome } = line;
	const title = lineTitle(line);
	const mine = ownSide(line, me);
	const change = mine === null ? null : (line.changes?.[mine] ?? null);
	const result = !outcome
		? words.unfinished
		: outcome.by === "cancelled"
			? words.byCancelled
			: !outcome.winner
				? words.drawn
				: mine === null || !outcome.player
					? words.won(words.stones[colours[outcome.winner]])
					: outcome.player === PLAYERS[mine]
						? words.gameWon
						: words.gameLost;
	return (
		<li class="card game">
			<Thumb rows={line.rows} colours={colours} size={92} />
			<div class="info">
				<a href={`/game/${line.room}`}>{title}</a>
				<small>
					{whenText(line.updated)} · {words.moveCount(line.stones_played)}
				</small>
				{line.title && mine !== null && <small>{versus(line)}</small>}
				<small>
					{rulesTitle(line.rules)}
					{line.opening !== "standard" && ` · ${openingTitle(line.opening)}`}
				</small>
				<div class="row">
					<span class={outcome ? "chip" : "chip hot"}>
						{result}
						{change !== null && <b class={change < 0 ? "down" : "up"}>{changeText(change)}</b>}
					</span>
					<div class="acts">
						<button
							type="button"
							class="quiet icon"
							aria-label={`${words.analyseGame}: ${title}`}
							title={words.analyseGame}
							onClick={() => go(`/analyse/${line.room}`)}
						>
							<Icon name="tree" />
						</button>
						<button
							type="button"
							class="quiet icon"
							aria-label={`${words.export}: ${title}`}
							onClick={() => showLazy(async () => () => <ShareDialog room={line.room} />)}
						>
							<Icon name="save" />
						</button>
						{/* Rated games belong to both players and cannot be deleted. */}
						{!line.changes && (
							<button type="button" class="quiet icon" aria-label={`${words.delete}: ${title}`} onClick={onDelete}>
								<Icon name="trash" />
							</button>
						)}
					</div>
				</div>
			</div>
		</li>
	);
}

const openImport = (): void =>
	showLazy(async () => {
		const { ImportDialog } = await import("./ImportDialog");
		return () => <ImportDialog />;
	});
