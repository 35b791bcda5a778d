// Beside the level of a new game: help for newcomers, and an opponent of the player's own strength. Loaded after the form.
import "./levelMatch.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { minuteWords } from "../i18n/minute";
import { decimals } from "../i18n/numbers";
import { LateIcon } from "../kit/LateIcon";
import { catalogue } from "../wire/catalogue";
import { getJson } from "../wire/http";
import type { LevelEstimate } from "../wire/messages";
import { choice, choose, rulesOf } from "./choice";

/** Asks for the first minute. */
export function NewHere({ onClick }: { onClick: () => void }) {
	return (
		<button type="button" class="quiet new-here" onClick={onClick}>
			<LateIcon name="ask" size={16} />
			{minuteWords.value.newHere}
		</button>
	);
}

/** The choice of a level that follows the player's own, with the current estimate. */
export function Match() {
	const words = minuteWords.value;
	const known = useSignal<LevelEstimate | null>(null);
	const { matched, preset, size, changes } = choice.value;
	const rules = rulesOf(
		choice.value,
		catalogue.value?.presets.find(({ name }) => name === preset),
	);
	useEffect(() => {
		const stop = new AbortController();
		getJson<LevelEstimate>(`/api/me/level?rules=${encodeURIComponent(rules)}`, stop.signal).then(
			(found) => {
				known.value = found;
			},
			() => {},
		);
		return () => stop.abort();
	}, [rules, size, changes]);
	const found = known.value;
	useEffect(() => {
		if (matched && found && choice.value.level !== found.estimate.plays) choose({ level: found.estimate.plays });
	}, [matched, found]);
	const text =
		found &&
		(found.estimate.games
			? words.estimate(decimals(found.estimate.level, 1), decimals(found.estimate.deviation, 1), found.estimate.games)
			: words.unknown(found.estimate.plays));
	return (
		<>
			<label>
				<input
					type="checkbox"
					checked={matched}
					onChange={(event) => choose({ matched: event.currentTarget.checked })}
				/>
				{words.matched}
			</label>
			<span>{text}</span>
			{matched && <small>{found && !found.counts ? words.customRules : words.counts}</small>}
		</>
	);
}
