import type { ClockRule } from "../wire/messages";
import { t } from ".";

const short = (n: number): string => String(Math.round(n * 10) / 10);

/** A clock's rule in words: "5 min + 3 s". */
export function clockWords(rule: ClockRule): string {
	if (rule.type === "none") return t.value.none;
	if (rule.type === "byoyomi")
		return t.value.byoyomi(short(rule.time / 60_000), rule.periods, short(rule.period / 1000));
	return rule.increment
		? t.value.fischer(short(rule.time / 60_000), short(rule.increment / 1000))
		: t.value.minutes(short(rule.time / 60_000));
}
