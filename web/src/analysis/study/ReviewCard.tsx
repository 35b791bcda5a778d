// The review of a game: progress, accuracy, grades, turning points, and better moves.
import { nameOf } from "../../board/geometry";
import { StoneIcon } from "../../board/Stones";
import { t } from "../../i18n";
import { decimals } from "../../i18n/numbers";
import { studyWords } from "../../i18n/study";
import { Icon } from "../../kit/Icon";
import type { Review } from "../../wire/messages";
import { isSlip, MARKS, percent, type ReviewStore, whyText } from "./reviewStore";
import { COLOURS } from "./StudyBoard";
import type { StudyStore } from "./studyStore";

const GRADES = ["best", "good", "inaccurate", "mistake", "blunder"] as const;
const SIDES = ["X", "O"] as const;
/** Engine time for each position of a review. */
const MS_PER_POSITION = 300;

export function ReviewCard({ store, reviewing }: { store: StudyStore; reviewing: ReviewStore }) {
	const words = studyWords.value;
	const review = reviewing.review.value;
	const none = store.main.value.length === 0 || !!store.draft.value;
	if (review && !review.complete)
		return (
			<section class="card review" aria-label={words.reviewed} aria-busy="true">
				<div class="row between">
					<h2>{words.reviewed}</h2>
					<button type="button" class="small" onClick={() => reviewing.stop()}>
						{words.reviewStop}
					</button>
				</div>
				<progress max={review.total} value={review.done} aria-label={words.reviewed} />
				<p class="lab" role="status">
					{review.waiting && review.done === 0 ? words.reviewWaits : words.reviewing(review.done, review.total)}
				</p>
			</section>
		);
	if (!review || !reviewing.fits.value)
		return (
			<section class="card review" aria-label={words.reviewed}>
				<h2>{words.reviewed}</h2>
				<p class="why" role="status">
					{reviewing.failed.value ? words.reviewFailed : review ? words.reviewOld : words.reviewText}
				</p>
				<button type="button" class="primary" disabled={none} onClick={() => void reviewing.begin(MS_PER_POSITION)}>
					<Icon name="search" />
					{review ? words.reviewAgain : words.review}
				</button>
			</section>
		);
	return (
		<section class="card review" aria-label={words.reviewed}>
			<h2>{words.reviewed}</h2>
			<Summary review={review} />
			<Turning store={store} review={review} />
			<Judgement store={store} reviewing={reviewing} />
		</section>
	);
}

function Summary({ review }: { review: Review }) {
	const words = studyWords.value;
	return (
		<table class="sides">
			<thead>
				<tr>
					<th scope="col">
						<span class="vh">{words.reviewed}</span>
					</th>
					{SIDES.map((side) => (
						<th scope="col" key={side}>
							<StoneIcon stone={COLOURS[side]} side={side} size={20} />
							<span class="vh">{t.value.stones[COLOURS[side]]}</span>
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				<tr class="accuracy">
					<th scope="row">{words.accuracy}</th>
					{SIDES.map((side) => {
						const accuracy = review[side]?.accuracy ?? null;
						return <td key={side}>{accuracy === null ? "–" : `${decimals(accuracy, 0)} %`}</td>;
					})}
				</tr>
				{GRADES.map((grade) => (
					<tr key={grade} data-grade={grade}>
						<th scope="row">
							{words.grades[grade]} <b>{MARKS[grade]}</b>
						</th>
						{SIDES.map((side) => (
							<td key={side}>{review[side]?.grades[grade] ?? 0}</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Turning({ store, review }: { store: StudyStore; review: Review }) {
	const words = studyWords.value;
	if (!review.turning_points.length) return <p class="why">{words.noTurning}</p>;
	return (
		<div class="turning">
			<h3>{words.turning}</h3>
			{review.turning_points.map((number) => {
				const node = store.main.value[number - 1]!;
				const move = review.moves[number - 1]!;
				return (
					<button type="button" class="chip" key={number} onClick={() => store.go(node)}>
						{store.nameOf(node)} <b>{MARKS[move.grade]}</b>
						<span class="vh">{words.lost(percent(move.loss))}</span>
					</button>
				);
			})}
		</div>
	);
}

/** The verdict on the move shown. */
function Judgement({ store, reviewing }: { store: StudyStore; reviewing: ReviewStore }) {
	const words = studyWords.value;
	const at = store.at.value;
	const judged = reviewing.judged.value.get(at);
	if (!judged) return null;
	const { cell, parent } = store.tree.value[at]!;
	return (
		<div class="judged" data-grade={judged.grade} role="status">
			<b>
				{nameOf(cell!, store.size.value)}: {words.grades[judged.grade]} {MARKS[judged.grade]}
			</b>
			{isSlip(judged) && <span>{words.lost(percent(judged.loss))}</span>}
			{judged.best && judged.grade !== "best" && (
				<>
					<span class="coached">{whyText(cell!, judged, store)}</span>
					<button type="button" class="small" onClick={() => void store.add(parent, judged.line)}>
						{words.addLine}
					</button>
				</>
			)}
		</div>
	);
}
