// The leaderboard of a rule set.
import "../../styles/pages.css";
import "../people.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Thumb } from "../../board/Swatch";
import { go } from "../../browser/router";
import { t } from "../../i18n";
import { errorText, rulesTitle } from "../../i18n/catalogue";
import { peopleWords } from "../../i18n/people";
import { Icon } from "../../kit/Icon";
import { catalogue, DEFAULT_RULES, fetchCatalogue } from "../../wire/catalogue";
import type { Leaderboard, LeaderboardEntry } from "../../wire/messages";
import { pageOf } from "../persons";
import { fetchLeaderboard } from "../profile";
import { eloText } from "../ratingText";

const REFRESH_INTERVAL_MS = 30_000;

export function LeaderboardScreen({ rules = DEFAULT_RULES }: { rules?: string }) {
	const words = peopleWords.value;
	const board = useSignal<Leaderboard | null>(null);
	const failed = useSignal("");
	useEffect(() => {
		let late = false;
		void fetchCatalogue().catch(() => {});
		const look = () =>
			fetchLeaderboard(rules).then(
				(found) => {
					if (late) return;
					board.value = found;
					failed.value = "";
				},
				(error) => {
					if (!late) failed.value = errorText(error);
				},
			);
		board.value = null;
		void look();
		const timer = setInterval(() => document.hidden || void look(), REFRESH_INTERVAL_MS);
		return () => {
			late = true;
			clearInterval(timer);
		};
	}, [rules]);
	const names = catalogue.value?.presets.map(({ name }) => name) ?? [rules];
	const found = board.value;
	const mine = found?.mine;
	const apart = mine && !found.lines.some(({ me }) => me) ? mine : null;
	return (
		<main class="page" id="content" tabIndex={-1}>
			<div class="hd">
				<h1>{t.value.leaderboard}</h1>
				<a class="btn" href="/rooms">
					<Icon name="bolt" />
					{words.quick}
				</a>
			</div>
			<div class="fl">
				{names.map((name) => (
					<button
						type="button"
						class="chip"
						key={name}
						aria-pressed={name === rules}
						onClick={() => go(`/leaderboard/${name}`, true)}
					>
						{rulesTitle(name)}
					</button>
				))}
				{found && (
					<span class="lab" role="status">
						{words.ranked(found.total)}
					</span>
				)}
			</div>
			{failed.value ? (
				<div class="empty">
					<b>{failed.value}</b>
				</div>
			) : found && found.lines.length === 0 && !apart ? (
				<div class="card empty">
					<Thumb rows={[]} colours={{ X: "black", O: "white" }} size={40} />
					<b>{words.nobody}</b>
					{words.nobodyText}
					<a class="btn primary" href="/rooms">
						{words.toRooms}
					</a>
				</div>
			) : (
				<div class="card listing ladder">
					<table>
						<thead>
							<tr>
								<th class="n">{words.rank}</th>
								<th>{words.player}</th>
								<th class="n">{words.rating}</th>
								<th class="n wide">{words.games}</th>
								<th class="wide">{words.record}</th>
							</tr>
						</thead>
						<tbody>
							{found?.lines.map((line) => <Line key={line.rank} line={line} />) ??
								[1, 2, 3].map((i) => (
									<tr key={i}>
										<td colSpan={5}>
											<div class="skel" style={{ width: "60%" }} />
										</td>
									</tr>
								))}
							{apart && <Line line={apart} />}
						</tbody>
					</table>
				</div>
			)}
		</main>
	);
}

function Line({ line }: { line: LeaderboardEntry }) {
	const words = peopleWords.value;
	return (
		<tr class={line.me ? "me" : undefined}>
			<td class="n">{line.rank ?? "–"}</td>
			<td class="nm">
				<b>{line.signed ? <a href={pageOf(line.name)}>{line.name}</a> : line.name || words.guest}</b>
				{line.signed && (
					<span class="mark" role="img" aria-label={words.signedMark} title={words.signedMark}>
						<Icon name="check" size={14} />
					</span>
				)}
				{line.me && <small>{line.rank ? words.you : words.notRanked(line.elo.deviation)}</small>}
			</td>
			<td class="n" title={line.elo.provisional ? words.provisional : undefined}>
				{eloText(line.elo)}
			</td>
			<td class="n wide">{line.elo.games}</td>
			<td class="wide">
				{line.wins} · {line.draws} · {line.losses}
			</td>
		</tr>
	);
}
