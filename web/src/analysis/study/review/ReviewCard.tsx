// The review of a game as a whole: accuracy, grades, turning points.
import { StoneIcon } from "../../../board/Stones";
import { t } from "../../../i18n";
import { decimals } from "../../../i18n/numbers";
import { studyWords } from "../../../i18n/study";
import type { Review } from "../../../wire/messages";
import { COLOURS } from "../StudyBoard";
import type { StudyStore } from "../studyStore";
import { MARKS, percent, type ReviewStore } from "./reviewStore";

const GRADES = ["best", "good", "inaccurate", "mistake", "blunder"] as const;
const SIDES = ["X", "O"] as const;

export function ReviewCard({ store, reviewing }: { store: StudyStore; reviewing: ReviewStore }) {
	const words = studyWords.value;
	const review = reviewing.review.value;
	if (!review || !reviewing.fits.value)
		return (
			<p class="why" role="status">
				{review?.complete ? words.reviewOld : words.reviewText}
			</p>
		);
	return (
		<section class="review" aria-label={words.reviewed}>
			<Summary review={review} />
			<Turning store={store} review={review} />
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
