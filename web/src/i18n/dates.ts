// Dates and times of day in the page's language.
import { settings } from "../browser/settings";
import { t } from "./index";

// English has two clocks: the browser knows which of them is meant.
const localeOf = (language: string): string =>
	navigator.languages?.find((name) => name.startsWith(language)) ?? language;

/** "14:05" */
export const timeText = (moment: number): string =>
	new Date(moment).toLocaleTimeString(localeOf(settings.value.language), { hour: "2-digit", minute: "2-digit" });

/** "19 Nov 2026" of "2026-11-19"; a date of a file that is no whole day stays as it is. */
export function dayText(date: string): string {
	if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) return date;
	const parts = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
	return new Date(date).toLocaleDateString(localeOf(settings.value.language), parts);
}

/** "Today, 14:05" */
export function whenText(moment: number): string {
	const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(moment).setHours(0, 0, 0, 0)) / 86_400_000);
	if (days === 0) return `${t.value.today}, ${timeText(moment)}`;
	if (days === 1) return `${t.value.yesterday}, ${timeText(moment)}`;
	const date = { day: "numeric", month: "short", year: "numeric" } as const;
	return new Date(moment).toLocaleDateString(localeOf(settings.value.language), date);
}
