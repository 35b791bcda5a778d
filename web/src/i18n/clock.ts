import { settings } from "../browser/settings";
import type { ClockRule } from "../wire/messages";
import { t } from ".";

/** A number with its unit, in words that the browser knows. */
export const inUnits = (value: number, unit: "day" | "hour" | "minute", unitDisplay: "long" | "narrow"): string =>
	new Intl.NumberFormat(settings.value.language, { style: "unit", unit, unitDisplay }).format(value);

/** "3 days". */
export const daysText = (days: number): string => inUnits(days, "day", "long");

const short = (n: number): string => String(Math.round(n * 100) / 100);

/** A clock's rule where there is little room: "5 + 3", in words if it is no such pair. */
export const clockShort = (rule: ClockRule): string =>
	rule.type === "fischer" && rule.increment
		? `${short(rule.time / 60_000)} + ${short(rule.increment / 1000)}`
		: clockWords(rule);

/** A clock's rule in words: "5 min + 3 s". */
export function clockWords(rule: ClockRule): string {
	if (rule.type === "none") return t.value.none;
	if (rule.type === "correspondence") return t.value.perMove(daysText(rule.days));
	if (rule.type === "byoyomi")
		return t.value.byoyomi(short(rule.time / 60_000), rule.periods, short(rule.period / 1000));
	return rule.increment
		? t.value.fischer(short(rule.time / 60_000), short(rule.increment / 1000))
		: t.value.minutes(short(rule.time / 60_000));
}
