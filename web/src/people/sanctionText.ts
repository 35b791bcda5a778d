// A moderator's sanction against the visitor, in words.
import { reasonText } from "../i18n/catalogue";
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import type { Sanction } from "../wire/messages";

/** "A moderator has muted you", "until tomorrow: insults" */
export function sanctionText({ kind, until, why }: Sanction): readonly [string, string] {
	if (kind === "warning") return [profileWords.value.warned, why];
	const words = moderateWords.value;
	const lasts = until === null ? words.forGood : words.until(whenText(until));
	return [reasonText(kind === "mute" ? "silenced" : "expelled"), why ? `${lasts}: ${why}` : lasts];
}
