// Dates and times of day in the page's language.
import { settings } from "../browser/settings";
import { t } from "./index";

/** "Today, 14:05" */
export function whenText(moment: number): string {
	const then = new Date(moment);
	const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(moment).setHours(0, 0, 0, 0)) / 86_400_000);
	// English has two clocks: the browser knows which of them is meant.
	const language =
		navigator.languages?.find((name) => name.startsWith(settings.value.language)) ?? settings.value.language;
	const time = then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
	if (days === 0) return `${t.value.today}, ${time}`;
	if (days === 1) return `${t.value.yesterday}, ${time}`;
	return then.toLocaleDateString(language, { day: "numeric", month: "short", year: "numeric" });
}
