// Learn from your mistakes: the position before each mistake of a game, and a better move to be found.
import "../../../game/styles/game.css";
import "../../../styles/pages.css";
import "../puzzles.css";
import { useEffect, useMemo } from "preact/hooks";
import { CoachMarks } from "../../../analysis/study/review/CoachMarks";
import { coachText } from "../../../analysis/study/review/coach";
import { percent } from "../../../analysis/study/review/reviewStore";
import { COLOURS, shownGrid } from "../../../analysis/study/StudyBoard";
import { type Cell, nameOf, type Side, same } from "../../../board/geometry";
import { ARROW_KEYS } from "../../../board/input/CellGrid";
import { listen } from "../../../browser/shortcuts";
import { t } from "../../../i18n";
import { coachWords } from "../../../i18n/coach";
import { puzzleWords } from "../../../i18n/puzzles";
import { studyWords } from "../../../i18n/study";
import { Icon } from "../../../kit/Icon";
import { catalogue, fetchCatalogue } from "../../../wire/catalogue";
import { PuzzleBoard } from "../PuzzleBoard";
import { useAnnouncedVerdict, VerdictCard } from "../VerdictCard";
import { MistakeStore } from "./mistakeStore";

const stone = (side: Side): string => t.value.stones[COLOURS[side]];

interface MistakesScreenProps {
	room: string;
	side?: Side;
	/** The move whose mistake comes first. */
	number?: number;
	/** Called after the last mistake with the tries that each needed, instead of showing the end. */
	onEnd?: (results: readonly (number | null)[]) => void;
}

/** "You found 2 of 3. 1 at the first try." */
export function foundText(results: readonly (number | null)[]): string {
	const words = coachWords.value;
	const found = results.filter((tries) => tries !== null);
	const first = found.filter((tries) => tries === 1).length;
	return [words.found(found.length, results.length), found.length > 0 && words.atFirst(first)]
		.filter(Boolean)
		.join(" ");
}

export function MistakesScreen({ room, side, number, onEnd }: MistakesScreenProps) {
	const table = useMemo(() => new MistakeStore(room, side ? [side] : ["X", "O"], number), [room, side, number]);
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
		void table.game.begin();
		const deaf = listen({ ...ARROW_KEYS, u: () => table.phase.value === "wrong" && table.again() });
		return () => {
			deaf();
			table.game.leave();
		};
	}, [table]);
	const mistake = table.mistake.value;
	useEffect(() => void table.look(), [mistake]);
	const phase = table.phase.value;
	useAnnouncedVerdict(phase, coachWords.value.right, coachWords.value.wrong);
	const ended = !mistake && (table.mistakes.value !== null || table.game.failed.value);
	useEffect(() => {
		if (ended) onEnd?.(table.results.value);
	}, [ended]);
	const spot = table.spot.value;
	if (!mistake || !spot) return <End table={table} />;
	const size = { width: spot.rows[0]!.length, height: spot.rows.length };
	const coach = phase === "shown" || phase === "solved" ? mistake.move.coach : null;
	return (
		<main class="puzzle mistakes" id="content" tabIndex={-1}>
			<PuzzleBoard table={table}>
				{coach && phase === "shown" && (
					<CoachMarks grid={shownGrid(size)} coach={{ ...coach, reply: null }} colours={COLOURS} />
				)}
			</PuzzleBoard>
			<aside class="col">
				<section class="card task">
					<div class="row between">
						<span class="lab">{coachWords.value.mistakeOf(table.index.value! + 1, table.mistakes.value!.length)}</span>
						<a class="lab" href={`/game/${room}/after`}>
							{t.value.backToGame}
						</a>
					</div>
					<h1>{coachWords.value.findBetter}</h1>
					<p>{coachWords.value.playedHere(stone(table.side.value), nameOf(table.played.value!, size))}</p>
				</section>
				<Verdict table={table} name={(cell) => nameOf(cell, size)} />
			</aside>
		</main>
	);
}

function Verdict({ table, name }: { table: MistakeStore; name: (cell: Cell) => string }) {
	const words = coachWords.value;
	const phase = table.phase.value;
	const { move } = table.mistake.value!;
	const names = { cell: name, side: stone };
	const [tried, answer] = [table.tried.value, table.answer.value];
	const why = coachText(table.played.value!, move.coach, names);
	let [head, text] = [puzzleWords.value.yours, ""];
	if (phase === "thinking") head = puzzleWords.value.thinking;
	else if (phase === "shown") [head, text] = [name(move.best!), why];
	else if (phase === "solved") {
		head = words.right;
		text = same(tried, move.best) ? why : words.rightAlso(name(tried!), name(move.best!));
	} else if (phase === "wrong") {
		head = words.wrong;
		// The better move is still to be found.
		const { coach, loss } = answer!.move;
		text =
			coachText(tried!, coach && { ...coach, better: null, prevents: false }, names) ||
			words.gives(name(tried!), percent(loss));
	}
	return (
		<VerdictCard phase={phase} head={head} text={text}>
			{phase === "wrong" && (
				<button type="button" class="primary" onClick={() => table.again()}>
					<Icon name="undo" />
					{puzzleWords.value.again}
				</button>
			)}
			{(phase === "yours" || phase === "wrong") && (
				<button type="button" class="quiet" onClick={() => table.reveal()}>
					{words.showMove}
				</button>
			)}
			{(phase === "solved" || phase === "shown") && (
				<button type="button" class="primary" onClick={() => table.next()}>
					{table.isLast.value ? words.finish : words.next}
				</button>
			)}
		</VerdictCard>
	);
}

/** Before the review arrives, and after the last mistake. */
function End({ table }: { table: MistakeStore }) {
	const words = coachWords.value;
	const { game } = table;
	const review = game.review.value;
	const results = table.results.value;
	const done = table.mistakes.value;
	return (
		<main class="page" id="content" tabIndex={-1} aria-busy={!done && !game.failed.value}>
			<div class="empty" role="status">
				<b>{words.learn}</b>
				{game.failed.value
					? studyWords.value.reviewFailed
					: !done
						? review && studyWords.value.reviewing(review.done, review.total)
						: done.length
							? foundText(results)
							: words.noMistakes}
				<a class="btn primary" href={`/game/${game.room}/after`}>
					{t.value.backToGame}
				</a>
			</div>
		</main>
	);
}
