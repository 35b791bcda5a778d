// A clock as it is typed: texts, and the clock or the mistakes they make.
import type { ByoYomi, ClockLimits, ClockRule, Fischer } from "../wire/messages";

export interface ClockDraft {
	readonly type: "fischer" | "byoyomi";
	readonly minutes: string;
	readonly increment: string;
	readonly periods: string;
	readonly period: string;
}
export type ClockField = "minutes" | "increment" | "periods" | "period";

/** A field's mistake: the numbers between which it must be. */
interface OutOfRange {
	readonly least: number;
	readonly most: number;
}

const MINUTE = 60_000;
const SECOND = 1000;
/** The clock of a first draft, where there is none to begin with. */
const FIRST: Fischer = { type: "fischer", time: 5 * MINUTE, increment: 3 * SECOND };
const FIRST_PERIODS: ByoYomi = { type: "byoyomi", time: 5 * MINUTE, periods: 3, period: 30 * SECOND };

/** The texts of a clock. */
export function draftOf(clock: ClockRule): ClockDraft {
	const rule = clock.type === "fischer" || clock.type === "byoyomi" ? clock : FIRST;
	const { increment } = rule.type === "fischer" ? rule : FIRST;
	const { periods, period } = rule.type === "byoyomi" ? rule : FIRST_PERIODS;
	return {
		type: rule.type,
		minutes: written(rule.time / MINUTE),
		increment: written(increment / SECOND),
		periods: String(periods),
		period: written(period / SECOND),
	};
}

const written = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The fields that a kind of clock has. */
export const fieldsOf = (type: ClockDraft["type"]): readonly ClockField[] =>
	type === "fischer" ? ["minutes", "increment"] : ["minutes", "periods", "period"];

/** The range of a field, in its own unit. */
function rangeOf(field: ClockField, type: ClockDraft["type"], limits: ClockLimits): OutOfRange {
	if (field === "periods") return { least: 1, most: limits.max_periods };
	if (field === "increment") return { least: 0, most: limits.max_increment / SECOND };
	if (field === "period") return { least: limits.min_time / SECOND, most: limits.max_increment / SECOND };
	// Rounded up, so that what the message names is enough.
	const least = type === "byoyomi" ? 0 : Math.ceil((limits.min_time / MINUTE) * 100) / 100;
	return { least, most: limits.max_time / MINUTE };
}

/** The number that is written, with a point or a comma; NaN for none. */
const numberOf = (text: string): number => (/^\s*\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(",", ".")) : NaN);

/** The mistake of a field; null where it has none. */
export function mistakeOf(field: ClockField, draft: ClockDraft, limits: ClockLimits): OutOfRange | null {
	const range = rangeOf(field, draft.type, limits);
	const value = numberOf(draft[field]);
	const whole = field !== "periods" || Number.isInteger(value);
	return whole && value >= range.least && value <= range.most ? null : range;
}

/** The clock that a draft without mistakes stands for. */
export function clockOf(draft: ClockDraft): Fischer | ByoYomi {
	const milliseconds = (text: string, unit: number) => Math.round(numberOf(text) * unit);
	const time = milliseconds(draft.minutes, MINUTE);
	return draft.type === "fischer"
		? { type: "fischer", time, increment: milliseconds(draft.increment, SECOND) }
		: { type: "byoyomi", time, periods: numberOf(draft.periods), period: milliseconds(draft.period, SECOND) };
}
