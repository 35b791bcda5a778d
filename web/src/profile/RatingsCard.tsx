// Ratings by rule set, and the graph of the one that is chosen.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { rulesTitle } from "../i18n/catalogue";
import { profileWords } from "../i18n/profile";
import { Segmented } from "../kit/controls";
import { fetchHistory } from "../people/persons";
import { eloText } from "../people/ratingText";
import type { PublicProfile, RatingPoint, Standing } from "../wire/messages";
import { RatingGraph, type Span, within } from "./RatingGraph";

export function RatingsCard({ person }: { person: PublicProfile }) {
	const words = profileWords.value;
	const { name, standings } = person;
	const rules = useSignal(standings[0]?.rules ?? "");
	const span = useSignal<Span>("half");
	const points = useSignal<readonly RatingPoint[]>([]);
	useEffect(() => {
		if (!rules.value) return;
		let late = false;
		points.value = [];
		fetchHistory(name, rules.value).then(
			(found) => {
				if (!late) points.value = found.points;
			},
			() => {},
		);
		return () => {
			late = true;
		};
	}, [name, rules.value]);
	if (!standings.length)
		return (
			<section class="card rt none">
				<p>{words.noRatings}</p>
			</section>
		);
	const shown = points.value.length ? within(points.value, span.value, Date.now()) : [];
	return (
		<section class="card rt" aria-label={words.ratings}>
			<ul class="rl">
				{standings.map((standing) => (
					<Line
						key={standing.rules}
						standing={standing}
						on={standing.rules === rules.value}
						choose={() => {
							rules.value = standing.rules;
						}}
					/>
				))}
			</ul>
			<div class="gp">
				<div class="row between">
					<h2>{rulesTitle(rules.value)}</h2>
					<Segmented
						label={words.span}
						value={span.value}
						options={[
							["month", words.month],
							["half", words.halfYear],
							["all", words.allTime],
						]}
						onChange={(value: Span) => {
							span.value = value;
						}}
					/>
				</div>
				{shown.length > 0 && <RatingGraph rules={rulesTitle(rules.value)} points={shown} />}
			</div>
		</section>
	);
}

function Line({ standing, on, choose }: { standing: Standing; on: boolean; choose: () => void }) {
	const { rules, elo } = standing;
	return (
		<li>
			<button type="button" class="quiet" aria-pressed={on} onClick={choose}>
				<b>{rulesTitle(rules)}</b>
				<span class="rv">
					{eloText(elo)}
					<small> ± {elo.deviation}</small>
				</span>
				<small class="g">{profileWords.value.games(elo.games)}</small>
			</button>
		</li>
	);
}
