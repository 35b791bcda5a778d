// Puzzles: today's on its board; beside it the visitor's rating and streak, themes, and every puzzle as a small board.
import "../../styles/pages.css";
import "./puzzles.css";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { COLOURS } from "../../analysis/study/StudyBoard";
import { Thumb } from "../../board/Swatch";
import { t } from "../../i18n";
import { rulesTitle } from "../../i18n/catalogue";
import { puzzleWords } from "../../i18n/puzzles";
import { Icon } from "../../kit/Icon";
import type { PuzzleSummary } from "../../wire/messages";
import { OwnGames } from "./mistakes/OwnGames";
import { PuzzleBoard } from "./PuzzleBoard";
import { Rating, State, Taken, Told, Tried, taskText, usePuzzle } from "./PuzzleScreen";
import { missed, progress, solved } from "./progress";
import {
	choose,
	chosen,
	failed,
	fetchPuzzles,
	filter,
	isAbout,
	MARKS,
	nextOf,
	ORDERS,
	ofRules,
	puzzles,
	TOPICS,
} from "./puzzleList";
import { DAILY } from "./puzzleStore";
import { RatingChart } from "./RatingChart";
import { StreakCard } from "./StreakCard";
import { movesIn } from "./verdict";

/** Small boards shown before "Show all". */
const FIRST = 24;

export function PuzzlesScreen() {
	const table = usePuzzle(DAILY);
	// What is below waits for what is above it, so that nothing moves under the pointer.
	const waits = table.phase.value === "loading" || !(puzzles.value || failed.value);
	return (
		<main class="puzzles" id="content" tabIndex={-1} aria-busy={waits}>
			<Today table={table} />
			{!waits && (
				<div class="col">
					<div class="pair">
						<RatingCard />
						<StreakCard />
					</div>
					<Themes />
					<All />
					<OwnGames />
				</div>
			)}
		</main>
	);
}

function Today({ table }: { table: ReturnType<typeof usePuzzle> }) {
	const words = puzzleWords.value;
	const puzzle = table.puzzle.value;
	const next = nextOf(filter.value.rules);
	return (
		<section class="today" aria-label={words.today} aria-busy={table.phase.value === "loading"}>
			<div class="row tt">
				<h1>{words.today}</h1>
				{puzzle && <span class="chip">{rulesTitle(puzzle.rules)}</span>}
				{puzzle && <Tried id={puzzle.id} />}
			</div>
			{puzzle ? <PuzzleBoard table={table} /> : <div class="frame blank" />}
			{table.phase.value === "failed" && <p class="lab">{words.failed}</p>}
			{puzzle && (
				<>
					<State table={table} task={taskText(table)}>
						<span class="gap" />
						<a class="btn" href={`/puzzles/${table.day.value!.yesterday}`}>
							<Icon name="back" />
							{t.value.yesterday}
						</a>
						{next && (
							<a class="btn primary" href={`/puzzles/${next}`}>
								<Icon name="bolt" />
								{words.practise}
							</a>
						)}
					</State>
					<Taken table={table} />
					<Told table={table} />
				</>
			)}
		</section>
	);
}

function RatingCard() {
	const words = puzzleWords.value;
	const history = progress.value?.history ?? [];
	return (
		<section class="card puzzle-rated" aria-label={words.rating}>
			<div class="row between">
				<h2>{words.rating}</h2>
				<Rating />
			</div>
			{history.length > 1 ? <RatingChart history={history} /> : <p class="lab">{words.ratingText}</p>}
		</section>
	);
}

function Themes() {
	const words = puzzleWords.value;
	const lines = ofRules.value;
	return (
		<section class="card puzzle-themes" aria-label={words.themes}>
			<div class="row between">
				<h2>{words.themes}</h2>
				<span class="lab">{words.themesText}</span>
			</div>
			<div class="chips">
				{TOPICS.map((kind) => {
					const all = lines.filter((line) => isAbout(line, kind));
					const done = all.filter(({ id }) => solved.value.has(id)).length;
					if (!all.length) return null;
					return (
						<button
							type="button"
							key={kind}
							aria-pressed={filter.value.kind === kind}
							onClick={() => choose({ kind: filter.value.kind === kind ? "" : kind })}
						>
							<span class="row between">
								<b>{words.kinds[kind]}</b>
								<span class="num">{all.length}</span>
							</span>
							<span class="bar">
								<i style={{ width: `${(100 * done) / all.length}%` }} />
							</span>
							<span class="vh">{words.solvedOf(done, all.length)}</span>
						</button>
					);
				})}
			</div>
		</section>
	);
}

function All() {
	const words = puzzleWords.value;
	const whole = useSignal(false);
	const rules = useMemo(() => [...new Set((puzzles.value ?? []).map((line) => line.rules))], [puzzles.value]);
	const lines = chosen.value;
	const done = lines.filter(({ id }) => solved.value.has(id)).length;
	const marks = { all: words.markAll, open: words.markOpen, missed: words.again, solved: words.solved };
	return (
		<section class="card all" aria-label={words.all}>
			<div class="row between">
				<h2>{words.all}</h2>
				<div class="row picks">
					<select
						aria-label={words.rules}
						value={filter.value.rules}
						onChange={(event) => choose({ rules: event.currentTarget.value, kind: "" })}
					>
						{rules.map((name) => (
							<option key={name} value={name}>
								{rulesTitle(name)}
							</option>
						))}
					</select>
					<select
						aria-label={words.order}
						value={filter.value.order}
						onChange={(event) => choose({ order: event.currentTarget.value as (typeof ORDERS)[number] })}
					>
						{ORDERS.map((name) => (
							<option key={name} value={name}>
								{words.orders[name]}
							</option>
						))}
					</select>
					<select
						aria-label={words.marks}
						value={filter.value.mark}
						onChange={(event) => choose({ mark: event.currentTarget.value as (typeof MARKS)[number] })}
					>
						{MARKS.map((name) => (
							<option key={name} value={name}>
								{marks[name]}
							</option>
						))}
					</select>
				</div>
			</div>
			{failed.value && (
				<div class="empty">
					<b>{t.value.failed}</b>
					<button type="button" onClick={() => void fetchPuzzles()}>
						{t.value.reload}
					</button>
				</div>
			)}
			<p class="lab" role="status">
				{puzzles.value && (lines.length ? words.solvedOf(done, lines.length) : words.none)}
			</p>
			<ul class="tiles">
				{lines.slice(0, whole.value ? undefined : FIRST).map((line) => (
					<li key={line.id}>
						<Tile line={line} />
					</li>
				))}
			</ul>
			{!whole.value && lines.length > FIRST && (
				<button
					type="button"
					class="quiet"
					onClick={() => {
						whole.value = true;
					}}
				>
					{words.more(lines.length)}
				</button>
			)}
			<p class="lab">{words.lead}</p>
		</section>
	);
}

function Tile({ line }: { line: PuzzleSummary }) {
	const words = puzzleWords.value;
	const done = solved.value.has(line.id);
	return (
		<a class="tile" href={`/puzzles/${line.id}`}>
			<Thumb rows={line.rows} colours={COLOURS} last={line.last} />
			{done && (
				<em class="ok">
					<Icon name="check" size={14} />
					{words.solved}
				</em>
			)}
			{!done && missed.value.has(line.id) && (
				<em class="no">
					<Icon name="close" size={14} />
					{words.again}
				</em>
			)}
			<b>{line.kind === "five" ? words.winIn(movesIn(line.plies)) : words.kinds[line.kind]}</b>
			<small class="num">{line.elo.rating}</small>
		</a>
	);
}
