// The coach: what the move shown did and missed, the review behind it, and questions about the position.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { nameOf } from "../../../board/geometry";
import { StoneIcon } from "../../../board/Stones";
import { t } from "../../../i18n";
import { adviceWords } from "../../../i18n/advice";
import { proveWords } from "../../../i18n/prove";
import { studyWords } from "../../../i18n/study";
import { thinkingWords } from "../../../i18n/thinking";
import { Icon } from "../../../kit/Icon";
import { LateIcon } from "../../../kit/LateIcon";
import type { Review } from "../../../wire/messages";
import { saying } from "../../prove/ProveCard";
import type { Prover } from "../../prove/prover";
import { shortScore, sideAt } from "../../thinking/score";
import type { Analysis } from "../engine/liveAnalysis";
import { COLOURS } from "../StudyBoard";
import type { StudyStore } from "../studyStore";
import { coachText } from "./coach";
import { isSlip, MARKS, percent, type ReviewStore, whyText } from "./reviewStore";
import { leaderOf, tippedAt } from "./summary";

/** A question about the position. */
export type Question = "prove" | "why" | "try" | "advice";

/** Engine time for each position of a review. */
const MS_PER_POSITION = 300;
/** Moves of the best line under the coach's words, on a phone. */
const LINE_SHOWN = 5;

interface CoachProps {
	store: StudyStore;
	analysis: Analysis;
	reviewing: ReviewStore;
	prover: Prover;
	question: Signal<Question | null>;
	onAsk: (question: Question) => void;
	onPlay: () => void;
	/** Null if there is no tree to show. */
	onTree: (() => void) | null;
}

export function CoachCard(props: CoachProps) {
	const { store, analysis, reviewing, prover, question, onAsk, onPlay, onTree } = props;
	const words = studyWords.value;
	const view = store.view.value;
	const position = store.position.value;
	const info = analysis.thought.value?.infos.at(-1);
	const known = question.value === "prove" ? undefined : prover.of(position);
	const size = store.size.value;
	const act = (name: Question, icon: ComponentChildren, label: string, primary = false) => (
		<button
			type="button"
			class={primary ? "primary" : undefined}
			aria-pressed={question.value === name}
			disabled={!view?.can_think}
			onClick={() => onAsk(name)}
		>
			{icon}
			{label}
		</button>
	);
	return (
		<section class="coach-card" aria-label={words.coach}>
			<Words store={store} reviewing={reviewing} />
			{known?.proof && (
				<button type="button" class="quiet proved" onClick={() => onAsk("prove")}>
					<LateIcon name="shield" size={16} />
					{saying(known, position, (cell) => nameOf(cell, size))[0]}
				</button>
			)}
			{info?.lines[0] && (
				<p class="pline">
					<b>{shortScore(info)}</b>
					{info.lines[0].pv.slice(0, LINE_SHOWN).map((cell, i) => (
						<span key={cell.join()}>
							<StoneIcon stone={COLOURS[sideAt(position, i)]} side={sideAt(position, i)} size={17} />
							{nameOf(cell, size)}
						</span>
					))}
				</p>
			)}
			<div class="actsr">
				{act("prove", <LateIcon name="shield" size={16} />, proveWords.value.title, true)}
				<button type="button" disabled={!view?.to_move} onClick={onPlay}>
					<Icon name="play" size={16} />
					{words.playFrom}
				</button>
				<button type="button" disabled={!onTree} onClick={() => onTree?.()}>
					<Icon name="tree" size={16} />
					{words.searchTree}
				</button>
				{act("why", <LateIcon name="ask" size={16} />, words.why)}
				{act("try", <Icon name="aim" size={16} />, thinkingWords.value.tryPoint)}
				{isOpening(store) && act("advice", <Icon name="hint" size={16} />, adviceWords.value.title)}
			</div>
		</section>
	);
}

/** Stones after which no opening rule has a question left. */
const OPENING_STONES = 5;

/** Whether an opening rule may have a question here: few stones, from the empty board. */
export const isOpening = (store: StudyStore): boolean =>
	store.cells.value.length <= OPENING_STONES && store.start.value.rows.every((row) => !/[XO]/.test(row));

/** The end of the game, the verdict on the move shown, or the offer of a review. */
function Words({ store, reviewing }: { store: StudyStore; reviewing: ReviewStore }) {
	const words = studyWords.value;
	const view = store.view.value;
	const judged = reviewing.judged.value.get(store.at.value);
	const over = view && !view.to_move;
	const review = reviewing.review.value;
	return (
		<>
			{over && (
				<p class="q over" role="status">
					{view.winner
						? `${t.value.stones[view.winner === "X" ? "black" : "white"]} ${words.resultAt.win}`
						: words.resultAt.draw}
				</p>
			)}
			{judged ? (
				<Judgement store={store} reviewing={reviewing} />
			) : reviewing.fits.value && review ? (
				!over && <Tipped store={store} review={review} />
			) : (
				<Offer store={store} reviewing={reviewing} />
			)}
		</>
	);
}

/** The turning point, beside the reviewed moves. */
function Tipped({ store, review }: { store: StudyStore; review: Review }) {
	const words = studyWords.value;
	const number = tippedAt(review, leaderOf(review));
	const node = number === null ? undefined : store.main.value[number - 1];
	if (node === undefined) return <p class="s">{words.noTurning}</p>;
	return (
		<button type="button" class="quiet q" onClick={() => store.go(node)}>
			{words.wasTurning(store.nameOf(node))}
		</button>
	);
}

/** A review that is offered, under way, or out of date. */
function Offer({ store, reviewing }: { store: StudyStore; reviewing: ReviewStore }) {
	const words = studyWords.value;
	const review = reviewing.review.value;
	if (review && !review.complete)
		return (
			<div class="offer" aria-busy="true">
				<div class="row between">
					<p class="s" role="status">
						{review.waiting && review.done === 0 ? words.reviewWaits : words.reviewing(review.done, review.total)}
					</p>
					<button type="button" class="small" onClick={() => reviewing.stop()}>
						{words.reviewStop}
					</button>
				</div>
				<progress max={review.total} value={review.done} aria-label={words.reviewed} />
			</div>
		);
	const none = store.main.value.length === 0;
	return (
		<div class="offer row between">
			<p class="s" role="status">
				{reviewing.failed.value
					? words.reviewFailed
					: review
						? words.reviewOld
						: none
							? words.noMoves
							: words.reviewText}
			</p>
			<button type="button" class="small" disabled={none} onClick={() => void reviewing.begin(MS_PER_POSITION)}>
				<Icon name="search" size={16} />
				{review ? words.reviewAgain : words.review}
			</button>
		</div>
	);
}

/** The verdict on the move shown. */
function Judgement({ store, reviewing }: { store: StudyStore; reviewing: ReviewStore }) {
	const words = studyWords.value;
	const at = store.at.value;
	const judged = reviewing.judged.value.get(at)!;
	const { cell, parent } = store.tree.value[at]!;
	const grade = `${words.grades[judged.grade]} ${MARKS[judged.grade]}`.trim();
	const names = {
		cell: (of: readonly [number, number]) => nameOf(of, store.size.value),
		side: (side: "X" | "O") => t.value.stones[COLOURS[side]],
	};
	const told = coachText(cell!, judged.coach, names);
	const hasBetter = !!judged.best && judged.grade !== "best";
	const graded = words.gradeOf(store.nameOf(at), grade);
	return (
		<div class="judged" data-grade={judged.grade} role="status">
			<p class="q">{told ? `${store.numberOf(at)} ${told}` : graded}</p>
			{hasBetter && (
				<p class="s">
					{told ? <b>{grade}</b> : <span class="coached">{whyText(cell!, judged, store)}</span>}
					{isSlip(judged) && <span>{words.lost(percent(judged.loss))}</span>}
					<button type="button" class="small" onClick={() => void store.add(parent, judged.line)}>
						{words.addLine}
					</button>
				</p>
			)}
		</div>
	);
}
