// The list of tournaments.
import "../styles/pages.css";
import "./tournaments.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { errorText, rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { whenText } from "../i18n/dates";
import { tournamentWords } from "../i18n/tournaments";
import { show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import type { TournamentList, TournamentSummary } from "../wire/messages";
import { fetchTournaments } from "../wire/tournaments";
import { CreateTournament } from "./CreateTournament";
import { TournamentScreen } from "./TournamentScreen";

const REFRESH_INTERVAL_MS = 10_000;

/** The list, or the tournament with an id. */
export const TournamentsScreen = ({ id }: { id: string }) => (id ? <TournamentScreen id={id} /> : <List />);

function List() {
	const words = tournamentWords.value;
	const lines = useSignal<readonly TournamentSummary[] | null>(null);
	const total = useSignal(0);
	/** Pages of the list that are shown. */
	const pages = useSignal(1);
	const failed = useSignal("");
	useEffect(() => {
		let late = false;
		const look = () =>
			fetchPages(pages.value).then(
				(found) => {
					if (late) return;
					lines.value = found.tournaments;
					total.value = found.total;
				},
				(error) => {
					if (!late && !lines.value) failed.value = errorText(error);
				},
			);
		void fetchCatalogue().catch(() => {});
		void look();
		const timer = setInterval(() => document.hidden || void look(), REFRESH_INTERVAL_MS);
		return () => {
			late = true;
			clearInterval(timer);
		};
	}, [pages.value]);
	const create = () => show(() => <CreateTournament />);
	return (
		<main class="page" id="content" tabIndex={-1}>
			<div class="hd">
				<h1>{words.title}</h1>
				{lines.value?.length !== 0 && (
					<button type="button" onClick={create}>
						<Icon name="plus" />
						{words.create}
					</button>
				)}
			</div>
			{failed.value ? (
				<div class="empty">
					<b>{failed.value}</b>
				</div>
			) : lines.value?.length === 0 ? (
				<div class="card empty">
					<Thumb rows={[]} colours={{ X: "black", O: "white" }} size={40} />
					<b>{words.none}</b>
					{words.noneText}
					<button type="button" class="primary" onClick={create}>
						{words.create}
					</button>
				</div>
			) : (
				<ul class="tournaments">
					{lines.value?.map((line) => <Line key={line.id} line={line} />) ?? (
						<li class="card">
							<div class="skel" style={{ width: "60%" }} />
						</li>
					)}
				</ul>
			)}
			{lines.value && lines.value.length < total.value && (
				<p>
					<button type="button" class="quiet" onClick={() => pages.value++}>
						{t.value.more}
					</button>
				</p>
			)}
		</main>
	);
}

/** The first pages of the list; a tournament that moves between two of them meanwhile is shown once. */
async function fetchPages(count: number): Promise<TournamentList> {
	const found = new Map<string, TournamentSummary>();
	let [total, offset] = [1, 0];
	for (let page = 0; page < count && offset < total; page++) {
		const list = await fetchTournaments(offset);
		for (const each of list.tournaments) found.set(each.id, each);
		total = list.tournaments.length ? list.total : 0;
		offset += list.tournaments.length;
	}
	return { tournaments: [...found.values()], total: offset < total ? total : found.size };
}

function Line({ line }: { line: TournamentSummary }) {
	const words = tournamentWords.value;
	const { settings, state } = line;
	const kind = { arena: words.arena, swiss: words.swiss, "round-robin": words.roundRobin }[settings.kind];
	const when =
		state === "open" && settings.starts
			? words.startsAt(whenText(settings.starts))
			: { open: words.open, running: words.running, over: words.over, cancelled: words.cancelled }[state];
	return (
		<li>
			<a class="card" href={`/tournaments/${line.id}`}>
				<span class="nm">
					<b>{settings.name}</b>
					<small>
						{kind} · {catalogue.value ? rulesTitle(settings.rules) : settings.rules} · {clockWords(settings.clock)}
					</small>
				</span>
				{settings.rated && <span class="chip gold">{words.rated}</span>}
				{settings.bots && <span class="chip teal">{t.value.bot}</span>}
				<span class="st">
					<b class={state === "open" ? "up" : undefined}>{when}</b>
					<small>
						{words.players(line.players)}
						{state === "over" && line.leader && ` · ${words.winner}: ${line.leader}`}
					</small>
				</span>
			</a>
		</li>
	);
}
