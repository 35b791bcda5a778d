// The top players of a rule set, and the visitor's own rank.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { rulesTitle } from "../../i18n/catalogue";
import { peopleWords } from "../../i18n/people";
import type { Leaderboard, LeaderboardEntry } from "../../wire/messages";
import { pageOf } from "../persons";
import { fetchLeaderboard } from "../profile";
import { eloText } from "../ratingText";

const SHOWN_PLAYERS = 5;

export function TopPlayersCard({ rules }: { rules: string }) {
	const words = peopleWords.value;
	const board = useSignal<Leaderboard | null>(null);
	useEffect(() => {
		let late = false;
		fetchLeaderboard(rules).then(
			(found) => {
				if (!late) board.value = found;
			},
			() => {},
		);
		return () => {
			late = true;
		};
	}, [rules]);
	const found = board.value;
	const top = found?.lines.slice(0, SHOWN_PLAYERS) ?? [];
	const mine = found?.mine;
	const apart = mine && !top.some(({ me }) => me) ? mine : null;
	return (
		<section class="card best" aria-labelledby="best-title">
			<div class="row between">
				<h2 id="best-title">{words.best}</h2>
				<a href={`/leaderboard/${rules}`} aria-label={`${t.value.leaderboard}, ${rulesTitle(rules)}`}>
					{t.value.leaderboard}
				</a>
			</div>
			{found && top.length === 0 && !apart && <p>{words.nobody}.</p>}
			<ol>
				{top.map((line) => (
					<Line key={line.rank} line={line} />
				))}
				{apart && <Line line={apart} />}
			</ol>
		</section>
	);
}

function Line({ line }: { line: LeaderboardEntry }) {
	return (
		<li class={line.me ? "me" : undefined}>
			<span>{line.rank ?? "–"}</span>
			<b>{line.signed ? <a href={pageOf(line.name)}>{line.name}</a> : line.name || peopleWords.value.guest}</b>
			<span class="n">{eloText(line.elo)}</span>
		</li>
	);
}
