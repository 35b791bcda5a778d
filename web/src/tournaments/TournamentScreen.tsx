// A tournament: what is played and when, standings, cross table, and the boards of a round.
import "../styles/pages.css";
import "../newgame/form.css";
import "./tournaments.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { announce } from "../browser/announcer";
import { t } from "../i18n";
import { errorText, openingTitle, rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { whenText } from "../i18n/dates";
import { tournamentWords } from "../i18n/tournaments";
import { Segmented } from "../kit/controls";
import { confirm } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import { Select } from "../newgame/Rules";
import { nickname } from "../people/nickname";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import { ApiError } from "../wire/http";
import type { TournamentView } from "../wire/messages";
import {
	callOff,
	fetchTournament,
	gamesOf,
	joinTournament,
	removePlayer,
	startTournament,
	withdraw,
} from "../wire/tournaments";
import { Boards } from "./Boards";
import { CrossTable, Standings } from "./Standings";
import { pointsText, timeText } from "./scores";

const REFRESH_INTERVAL_MS = 3_000;

type Part = "standings" | "round" | "cross";

export function TournamentScreen({ id }: { id: string }) {
	const words = tournamentWords.value;
	const found = useSignal<TournamentView | null>(null);
	const failed = useSignal("");
	const round = useSignal<number | null>(null);
	const part = useSignal<Part>("standings");
	const take = (view: TournamentView) => {
		const before = found.value;
		if (view.room && before && before.room !== view.room) {
			const own = view.pairings.find(({ room }) => room === view.room);
			const other =
				own && view.players.find(({ number }) => number !== view.me && (number === own.first || number === own.second));
			announce(words.nowPlaying(other?.name ?? ""), true);
		}
		found.value = view;
		failed.value = "";
	};
	useEffect(() => {
		let late = false;
		const look = () =>
			fetchTournament(id, round.value, part.value === "cross").then(
				(view) => late || take(view),
				(error) => {
					if (late || found.value) return;
					const isUnknown = error instanceof ApiError && error.reason === "unknown_room";
					failed.value = isUnknown ? t.value.notFoundTitle : errorText(error);
				},
			);
		void fetchCatalogue().catch(() => {});
		void look();
		const timer = setInterval(() => document.hidden || void look(), REFRESH_INTERVAL_MS);
		return () => {
			late = true;
			clearInterval(timer);
		};
	}, [id, round.value, part.value === "cross"]);
	const act = async (work: Promise<TournamentView>) => {
		try {
			take(await work);
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		}
	};
	const view = found.value;
	if (!view)
		return (
			<main class="page" id="content" tabIndex={-1}>
				{failed.value ? (
					<div class="empty">
						<h1>{failed.value}</h1>
						<a class="btn primary" href="/tournaments">
							{words.title}
						</a>
					</div>
				) : (
					<div class="skel" style={{ width: "60%" }} />
				)}
			</main>
		);
	return (
		<main class="page tour" id="content" tabIndex={-1}>
			<Head view={view} act={act} />
			<section class="card tables">
				<Segmented
					label={words.standings}
					value={part.value}
					options={[
						["standings", words.standings],
						["round", words.round(view.shown || 1)],
						["cross", words.crossTable],
					]}
					onChange={(chosen: Part) => {
						part.value = chosen;
					}}
				/>
				{part.value === "cross" ? (
					<CrossTable view={view} />
				) : (
					part.value === "standings" && <Standings view={view} remove={(number) => act(removePlayer(id, number))} />
				)}
				{view.players.length === 0 && <p class="note">{words.needTwo}</p>}
				{part.value !== "round" && hasGames(view) && (
					<a class="btn quiet small" href={gamesOf(id)} download>
						<Icon name="save" size={16} />
						{words.games}
					</a>
				)}
			</section>
			<section class={part.value === "round" ? "round shown" : "round"} aria-label={words.round(view.shown)}>
				{view.round > 0 && <RoundHead view={view} onRound={(chosen) => (round.value = chosen)} />}
				<Boards view={view} />
				{view.me !== null && view.state === "running" && !view.room && !view.may_join && (
					<p class="card hintline" role="status">
						<Icon name="hint" size={20} />
						{words.waiting}
					</p>
				)}
				{view.room && (
					<p class="card hintline">
						<Icon name="hint" size={20} />
						{words.withdrawText}
					</p>
				)}
			</section>
		</main>
	);
}

/** Whether a game has been played to its end. */
const hasGames = ({ players }: TournamentView): boolean =>
	players.some(({ scores }) => scores.some(({ room, points, played }) => room && played && points !== null));

function RoundHead({ view, onRound }: { view: TournamentView; onRound: (round: number | null) => void }) {
	const words = tournamentWords.value;
	const done = view.pairings.filter(({ points }) => points).length;
	const rounds = view.settings.kind === "arena" ? [] : Array.from({ length: view.round }, (_, i) => i + 1);
	return (
		<div class="hd">
			<h2>{words.round(view.shown)}</h2>
			<span class="lab">{words.runningDone(view.pairings.length - done, done)}</span>
			{rounds.length > 1 && (
				<div class="sel">
					<Select
						label={words.earlier}
						value={String(view.shown)}
						options={rounds.map((round) => [String(round), words.round(round)])}
						onChange={(value) => onRound(Number(value) === view.round ? null : Number(value))}
					/>
				</div>
			)}
		</div>
	);
}

interface HeadProps {
	view: TournamentView;
	act: (work: Promise<TournamentView>) => Promise<void>;
}

function Head({ view, act }: HeadProps) {
	const words = tournamentWords.value;
	const { settings } = view;
	const kind = { arena: words.arena, swiss: words.swiss, "round-robin": words.roundRobin }[settings.kind];
	const mine = view.players.find(({ number }) => number === view.me);
	const takesPart = mine && !mine.withdrawn;
	return (
		<header class="card tournament-head">
			<div class="what">
				<h1>{settings.name}</h1>
				<p class="chips">
					<span class="chip">{kind}</span>
					<span class="chip">{catalogue.value ? rulesTitle(settings.rules) : settings.rules}</span>
					<span class="chip">{clockWords(settings.clock)}</span>
					{settings.opening !== "standard" && <span class="chip">{openingTitle(settings.opening)}</span>}
					{settings.rated && <span class="chip gold">{words.rated}</span>}
					{settings.bots && <span class="chip teal">{words.bots}</span>}
				</p>
				{settings.description && <p>{settings.description}</p>}
			</div>
			<When view={view} />
			<div class="mine">
				<small>{words.players(view.players.length)}</small>
				{mine && view.round > 0 && <b>{words.standing(mine.rank, pointsText(mine.points))}</b>}
			</div>
			<div class="acts">
				{view.room && (
					<a class="btn primary" href={`/room/${view.room}`}>
						{words.toGame}
					</a>
				)}
				{view.may_join && (
					<button type="button" class="primary" onClick={() => void act(joinTournament(view.id, nickname()))}>
						{mine ? words.comeBack : words.join}
					</button>
				)}
				{takesPart && (view.state === "open" || view.state === "running") && (
					<button type="button" title={words.withdrawText} onClick={() => void act(withdraw(view.id))}>
						<Icon name="flag" size={18} />
						{words.withdraw}
					</button>
				)}
				{view.mine && view.state === "open" && (
					<button
						type="button"
						class={view.players.length > 1 && !view.may_join ? "primary" : undefined}
						disabled={view.players.length < 2}
						onClick={() => void act(startTournament(view.id))}
					>
						{words.start}
					</button>
				)}
				{view.may_call_off && (
					<button
						type="button"
						class="quiet"
						onClick={() =>
							confirm({
								title: words.cancelTitle,
								text: view.state === "open" ? words.cancelText : words.callOffText,
								yes: words.cancel,
								no: words.keep,
								danger: true,
								onYes: () => void act(callOff(view.id)),
							})
						}
					>
						{words.cancel}
					</button>
				)}
				{view.removed && <p role="status">{words.removed}</p>}
			</div>
		</header>
	);
}

/** Where the tournament stands: its start, its round, or what is left of its time. */
function When({ view }: { view: TournamentView }) {
	const words = tournamentWords.value;
	const behind = view.now - Date.now();
	const tick = useSignal(0);
	useEffect(() => {
		const timer = setInterval(() => tick.value++, 1000);
		return () => clearInterval(timer);
	}, []);
	const left = (moment: number) => timeText(moment - (Date.now() + behind) + 0 * tick.value);
	const winner = view.players[0]?.name;
	return (
		<div class="when">
			{view.rounds !== null && view.round > 0 && <Ring done={view.round} all={view.rounds} />}
			<div>
				{view.state === "open" && (
					<>
						<small>{words.open}</small>
						<b>{view.settings.starts ? words.startsAt(whenText(view.settings.starts)) : words.needTwo}</b>
					</>
				)}
				{view.state === "running" && (
					<>
						<small>{view.rounds === null ? words.running : words.roundOf(view.round, view.rounds)}</small>
						<b>
							{view.ends
								? words.endsIn(left(view.ends))
								: view.next_round
									? words.nextIn(left(view.next_round))
									: words.running}
						</b>
					</>
				)}
				{view.state === "over" && (
					<>
						<small>{words.winner}</small>
						<b>{winner}</b>
					</>
				)}
				{view.state === "cancelled" && <b>{words.cancelled}</b>}
			</div>
		</div>
	);
}

function Ring({ done, all }: { done: number; all: number }) {
	const length = 2 * Math.PI * 26;
	return (
		<svg class="ring" viewBox="0 0 60 60" width="60" height="60" aria-hidden="true">
			<circle cx="30" cy="30" r="26" stroke="var(--sunken)" />
			<circle
				cx="30"
				cy="30"
				r="26"
				stroke="var(--accent)"
				stroke-dasharray={`${(length * Math.min(done, all)) / all} ${length}`}
				transform="rotate(-90 30 30)"
			/>
			<text x="30" y="36" text-anchor="middle">
				{done}/{all}
			</text>
		</svg>
	);
}
