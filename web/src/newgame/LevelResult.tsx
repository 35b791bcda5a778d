// What a finished game against the computer changed in the player's level. Loaded with the first result.
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

export function LevelResult({ result, level, matched }: { result: Result; level: number; matched: boolean }) {
	return <>{levelText(result, level, matched)}</>;
}
