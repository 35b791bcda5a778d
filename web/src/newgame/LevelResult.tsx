// What a finished game against the computer changed in the player's level. Loaded with the first result.
import "./levelResult.css";
import { minuteWords } from "../i18n/minute";
import { decimals } from "../i18n/numbers";
import type { LevelResult as Result } from "../wire/messages";

/** "Your level: 4.2 → 4.5 ± 0.6", or why it stays; and the level of the next game, where that follows and changes. */
export function levelText({ before, after, uncounted }: Result, playing: number, matched: boolean): string {
	const words = minuteWords.value;
	if (uncounted) return words.uncounted[uncounted];
	const change = words.change(decimals(before.level, 1), decimals(after.level, 1), decimals(after.deviation, 1));
	return matched && after.plays !== playing ? `${change}. ${words.nextLevel(after.plays)}` : change;
}

const [LOWEST, HIGHEST] = [1, 10];

/** A level's place on the bar, in percent from its left end. */
const placeOf = (level: number): number =>
	(100 * (Math.max(LOWEST, Math.min(HIGHEST, level)) - LOWEST)) / (HIGHEST - LOWEST);

/** The estimate between the lowest and the highest level, with its uncertainty. The line above says the same in figures. */
export function LevelBar({ result: { after, uncounted } }: { result: Result }) {
	if (uncounted) return null;
	const [from, to] = [placeOf(after.level - after.deviation), placeOf(after.level + after.deviation)];
	return (
		<span class="level-bar" aria-hidden="true">
			<span class="track">
				<i class="band" style={{ left: `${from}%`, width: `${to - from}%` }} />
				<i class="dot" style={{ left: `${placeOf(after.level)}%` }} />
			</span>
			<small>
				<span>{LOWEST}</span>
				<span>{HIGHEST}</span>
			</small>
		</span>
	);
}

export function LevelResult({ result, level, matched }: { result: Result; level: number; matched: boolean }) {
	return <>{levelText(result, level, matched)}</>;
}
