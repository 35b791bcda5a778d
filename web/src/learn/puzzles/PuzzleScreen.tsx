// A puzzle: find the move. The engine defends; hints and the solution come with reasons.
import "../../game/styles/game.css";
import "../../styles/pages.css";
import "./puzzles.css";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { EMPTY, toNodes } from "../../analysis/study/moveTree";
import { COLOURS } from "../../analysis/study/StudyBoard";
import { type Cell, nameOf, other } from "../../board/geometry";
import { ARROW_KEYS } from "../../board/input/CellGrid";
import { go } from "../../browser/router";
import { listen } from "../../browser/shortcuts";
import { remember } from "../../browser/storage";
import { t } from "../../i18n";
import { rulesTitle } from "../../i18n/catalogue";
import { list } from "../../i18n/plural";
import { puzzleWords } from "../../i18n/puzzles";
import { reasonWords } from "../../i18n/reasons";
import { Icon, type IconName } from "../../kit/Icon";
import { changeText } from "../../people/ratingText";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import type { ExplainedMove } from "../../wire/messages";
import { PuzzleBoard } from "./PuzzleBoard";
import { fetchProgress, progress } from "./progress";
import { fetchPuzzles, nextOf, puzzles } from "./puzzleList";
import { PuzzleStore } from "./puzzleStore";
import { StreakCard } from "./StreakCard";
import { useAnnouncedVerdict, VerdictCard } from "./VerdictCard";
import { movesIn, wrongText } from "./verdict";

const stone = (side: "X" | "O"): string => t.value.stones[COLOURS[side]];

/** A puzzle on its board: loaded, with its keys, its verdicts read out. */
export function usePuzzle(id: string): PuzzleStore {
	const table = useMemo(() => new PuzzleStore(id), [id]);
	const words = puzzleWords.value;
	useEffect(() => {
		void fetchPuzzles();
		void fetchProgress();
		if (!catalogue.value) void fetchCatalogue();
		void table.load();
		return listen({
			h: () => void table.help(),
			u: () => table.again(),
			",": () => table.phase.value === "solution" && table.step(-1),
			".": () => table.phase.value === "solution" && table.step(1),
		});
	}, [table]);
	const phase = table.phase.value;
	useAnnouncedVerdict(phase, words.solved, words.wrong);
	return table;
}

export function PuzzleScreen({ id }: { id: string }) {
	const table = usePuzzle(id);
	const words = puzzleWords.value;
	useEffect(() => listen(ARROW_KEYS), []);
	if (!table.puzzle.value)
		return (
			<main class="page" id="content" tabIndex={-1} aria-busy={table.phase.value !== "failed"}>
				{table.phase.value === "failed" && (
					<div class="empty">
						<b>{words.failed}</b>
						<a class="btn primary" href="/puzzles">
							{words.all}
						</a>
					</div>
				)}
			</main>
		);
	return (
		<main class="puzzle" id="content" tabIndex={-1}>
			<PuzzleBoard table={table} />
			<aside class="col">
				<Task table={table} />
				<State table={table} />
				<Told table={table} />
				<RatingLine table={table} />
				{table.day.value && <StreakCard />}
			</aside>
		</main>
	);
}

function Task({ table }: { table: PuzzleStore }) {
	const words = puzzleWords.value;
	const puzzle = table.puzzle.value!;
	return (
		<section class="card task">
			<div class="row between">
				<span class="lab">
					{rulesTitle(puzzle.rules)} · {words.kinds[puzzle.kind]}
				</span>
				<a class="lab" href="/puzzles">
					{words.all}
				</a>
			</div>
			<h1>{table.day.value ? words.today : words.kinds[puzzle.kind]}</h1>
			<p>{taskText(table)}</p>
			{/* Not before: a theme would give the solution away. */}
			{["solved", "solution"].includes(table.phase.value) && (
				<div class="found">
					{puzzle.themes.map((theme) => (
						<span class="chip" key={theme}>
							{words.kinds[theme]}
						</span>
					))}
				</div>
			)}
			<Taken table={table} />
			<Tried id={puzzle.id} />
			{table.day.value && (
				<p class="lab">
					<a href={`/puzzles/${table.day.value.yesterday}`}>{t.value.yesterday}</a>
				</p>
			)}
		</section>
	);
}

/** What is to be found. */
export function taskText(table: PuzzleStore): string {
	const { kind, plies } = table.puzzle.value!;
	return puzzleWords.value.task[kind](stone(table.side.value), movesIn(plies));
}

/** The stones taken so far, where captures win. */
export function Taken({ table }: { table: PuzzleStore }) {
	const { goal } = table.puzzle.value!.view;
	const [x, o] = table.spot.value!.taken;
	if (goal === null) return null;
	return (
		<p class="lab">
			{stone("X")} {t.value.trayStones(x, goal)} · {stone("O")} {t.value.trayStones(o, goal)}
		</p>
	);
}

/** The puzzle's rating, and how others fared. */
export function Tried({ id }: { id: string }) {
	const line = puzzles.value?.find((one) => one.id === id);
	if (!line) return null;
	const { elo, solved } = line;
	return (
		<p class="lab num">
			{elo.rating} ± {elo.deviation}
			{elo.games > 0 && ` · ${puzzleWords.value.tried(elo.games, Math.round((100 * solved) / elo.games))}`}
		</p>
	);
}

/** The visitor's rating, and its change by this puzzle. */
function RatingLine({ table }: { table: PuzzleStore }) {
	const words = puzzleWords.value;
	const change = table.change.value;
	if (!progress.value) return null;
	return (
		<section class="card puzzle-rated" aria-label={words.rating}>
			<div class="row between">
				<h2>{words.rating}</h2>
				<span role="status">
					<Rating />
					{change !== null && <b class={change < 0 ? "down" : "up"}>{changeText(change)}</b>}
				</span>
			</div>
			<p class="lab">{words.ratingText}</p>
		</section>
	);
}

/** "1638 ± 31" */
export function Rating() {
	const elo = progress.value?.elo;
	return (
		<span class="puzzle-elo num">
			<b>{elo?.rating ?? "–"}</b> {elo && `± ${elo.deviation}`}
		</span>
	);
}

interface StateProps {
	table: PuzzleStore;
	/** Shown before the first try. */
	task?: string;
	/** More buttons. */
	children?: ComponentChildren;
}

export function State({ table, task, children }: StateProps) {
	const words = puzzleWords.value;
	const puzzle = table.puzzle.value!;
	const phase = table.phase.value;
	const answer = table.answer.value;
	const size = { width: puzzle.view.width, height: puzzle.view.height };
	const name = (cell: Cell) => nameOf(cell, size);
	const hint = table.hint.value;
	const next = nextOf(puzzle.rules, puzzle.id);
	const [head, text] =
		phase === "thinking"
			? [words.thinking, ""]
			: phase === "solved"
				? [words.solved, table.clean() ? words.solvedText.first : words.solvedText.again]
				: phase === "wrong"
					? [words.wrong, wrongText(puzzle.kind, answer!, stone(other(table.side.value)), name)]
					: phase === "solution"
						? [words.solution, ""]
						: [
								(!answer && task) || words.yours,
								answer?.reply
									? answer.left
										? words.onLeft(name(answer.reply), movesIn(answer.left))
										: words.on(name(answer.reply))
									: "",
							];
	return (
		<VerdictCard
			phase={phase}
			head={head}
			text={text}
			hint={
				hint &&
				phase === "yours" && (
					<p class="hint-text">
						{words.hintFirst(effectsText(hint))} {table.hintWhere.value && words.hintCell(name(hint.cell))}
					</p>
				)
			}
		>
			{phase === "yours" && (
				<button type="button" disabled={table.busy.value || table.hintWhere.value} onClick={() => void table.help()}>
					<Icon name="hint" />
					{hint ? words.hintMore : words.hint}
				</button>
			)}
			{phase !== "thinking" && phase !== "yours" && (
				<button type="button" class={phase === "wrong" ? "primary" : undefined} onClick={() => table.again()}>
					<Icon name="undo" />
					{words.again}
				</button>
			)}
			{phase !== "thinking" && phase !== "solution" && (
				<button type="button" class="quiet" disabled={table.busy.value} onClick={() => void table.solve()}>
					{words.solution}
				</button>
			)}
			{(phase === "solved" || phase === "solution") && next && (
				<a class="btn primary" href={`/puzzles/${next}`}>
					{words.next}
				</a>
			)}
			{children}
		</VerdictCard>
	);
}

/** The solution or a refutation, move by move, with reasons. */
export function Told({ table }: { table: PuzzleStore }) {
	const words = puzzleWords.value;
	const puzzle = table.puzzle.value!;
	const phase = table.phase.value;
	const told = table.told.value;
	if (!told.length || (phase !== "solution" && phase !== "wrong")) return null;
	const size = { width: puzzle.view.width, height: puzzle.view.height };
	const text = (step: ExplainedMove, i: number) =>
		words.step(i + 1, stone(step.color), nameOf(step.cell, size), effectsText(step));
	const button = (icon: IconName, label: string, off: boolean, act: () => void) => (
		<button type="button" aria-label={label} title={label} disabled={off} onClick={act}>
			<Icon name={icon} size={20} />
		</button>
	);
	const [at, end] = [table.at.value, told.length];
	return (
		<section class="card told">
			<h2>{phase === "solution" ? words.solutionTitle : words.refutation}</h2>
			<ol>
				{told.map((step, i) => (
					<li key={i} aria-current={phase === "solution" && i + 1 === at ? "step" : undefined} class={step.color}>
						{text(step, i)}
					</li>
				))}
			</ol>
			{phase === "solution" ? (
				<div class="navb four">
					{button("first", words.first, at === 0, () => table.step(-end))}
					{button("back", words.back, at === 0, () => table.step(-1))}
					{button("forward", words.forward, at === end, () => table.step(1))}
					{button("last", words.last, at === end, () => table.step(end))}
				</div>
			) : (
				<button
					type="button"
					class="quiet"
					onClick={() => {
						remember("study", { study: { start: puzzle.start, nodes: toNodes(EMPTY, () => "") }, at: 0 });
						go("/analyse");
					}}
				>
					<Icon name="tree" />
					{words.analyse}
				</button>
			)}
		</section>
	);
}

/** What a move does, in words. */
const effectsText = ({ deeds: reasons }: ExplainedMove): string =>
	list(
		reasons.map((reason) => reasonWords.value.effects[reason]),
		reasonWords.value.and,
	);
