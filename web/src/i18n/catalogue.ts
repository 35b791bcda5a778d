// Texts of the server's catalogue in the page's language: rule sets, openings, levels, refusals, answers.
import { catalogue } from "../wire/catalogue";
import { ApiError } from "../wire/http";
import { Refusal } from "../wire/socket";
import { say, t } from "./index";

export const levelTitle = (level: number): string =>
	say(catalogue.value?.levels.find((choice) => choice.number === level)?.title)
		.split(/[:：]/)[0]!
		.trim();

/** The rule set's own name: "Renju", with a star where rules were changed. */
export function rulesTitle(spec: string): string {
	const [name = "", ...changes] = spec.split(";");
	const preset = catalogue.value?.presets.find((p) => p.name === name);
	const real = changes.filter((change) => !change.startsWith("size="));
	return (say(preset?.title) || name) + (real.length ? " *" : "");
}

export const openingTitle = (name: string): string =>
	say(catalogue.value?.openings.find((opening) => opening.name === name)?.title) || name;

export const reasonText = (reason: string): string => say(catalogue.value?.reasons[reason]) || reason;
export const answerText = (answer: string | number): string =>
	say(catalogue.value?.answers[String(answer)]) || String(answer);

/** What moderators refuse, in words of their own. */
const FROM_MODERATORS: readonly string[] = ["silenced", "expelled"];
/** Reasons whose detail is told as well. */
const IN_DETAIL: readonly string[] = ["bad_options", ...FROM_MODERATORS];

/** A refusal in words. Which of the options is wrong, and what a moderator has to say, is in the detail alone. */
export const refusalText = ({ reason, detail }: { reason: string; detail: string }): string =>
	IN_DETAIL.includes(reason) ? `${reasonText(reason)} ${detail}`.trim() : reasonText(reason);

/** A failed request in words. */
export function errorText(error: unknown): string {
	if (error instanceof Refusal) return refusalText(error.answer);
	if (!(error instanceof ApiError) || error.reason === "unreachable") return t.value.failed;
	if (FROM_MODERATORS.includes(error.reason)) return refusalText({ reason: error.reason, detail: error.message });
	// Rate limits name the seconds to wait.
	const wait = /(\d+) s$/.exec(error.message);
	return reasonText(error.reason) + (wait ? ` (${wait[1]} s)` : "");
}
