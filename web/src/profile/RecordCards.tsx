// The visitor's score with a person, and that person's openings.

import { StoneIcon } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { peopleWords } from "../i18n/people";
import { profileWords } from "../i18n/profile";
import { nickname } from "../people/nickname";
import { stoneOf } from "../people/persons";
import { pointsText } from "../people/score";
import type { GameResult, HeadToHead, OpeningTally, Tally } from "../wire/messages";

const pointsOf = ({ won, drawn }: Tally): number => won + drawn / 2;

export function HeadToHeadCard({ name, together }: { name: string; together: HeadToHead }) {
	const words = profileWords.value;
	const { results, latest } = together;
	const { won, drawn, lost } = results;
	const letters: Record<GameResult, string> = {
		won: words.letterWon,
		drawn: words.letterDrawn,
		lost: words.letterLost,
	};
	return (
		<section class="card">
			<h2>{words.together(name)}</h2>
			<div class="hh">
				<span>
					<StoneIcon stone={stoneOf(nickname())} size={28} />
					{peopleWords.value.you}
				</span>
				<b>
					{pointsText(pointsOf(results))} : {pointsText(pointsOf({ won: lost, drawn, lost: won }))}
				</b>
				<span>
					<StoneIcon stone={stoneOf(name)} size={28} />
					{name}
				</span>
			</div>
			<div class="split" aria-hidden="true">
				<i class="won" style={{ flex: won }} />
				<i style={{ flex: drawn }} />
				<i class="lost" style={{ flex: lost }} />
			</div>
			<p class="note">{words.tally(won, drawn, lost)}</p>
			<ul class="f5" aria-label={words.latest}>
				{latest.map((result, i) => (
					<li key={i} class={result} aria-label={words[result]}>
						<span aria-hidden="true">{letters[result]}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

export function OpeningsCard({ openings }: { openings: readonly OpeningTally[] }) {
	const words = profileWords.value;
	if (!openings.length) return null;
	return (
		<section class="card">
			<h2>{words.openings}</h2>
			<ul class="ol">
				{openings.map(({ opening, side, results, rows }) => {
					const games = results.won + results.drawn + results.lost;
					const stone = side === "X" ? "black" : "white";
					return (
						<li key={`${opening} ${side}`}>
							{rows.length ? (
								<Thumb rows={rows} colours={{ X: "black", O: "white" }} size={46} />
							) : (
								<StoneIcon stone={stone} side={side} size={26} />
							)}
							<span class="grow">
								<b>{opening.replace(/^\S+ /, "")}</b>
								<small>{words.withSide(t.value.stones[stone], games)}</small>
							</span>
							<b>{Math.round((100 * pointsOf(results)) / games)} %</b>
						</li>
					);
				})}
			</ul>
			<p class="note">{words.share}</p>
		</section>
	);
}
