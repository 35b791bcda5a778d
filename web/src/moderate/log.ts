// Actions of moderators in words.
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import type { IconName } from "../kit/Icon";
import type { LogEntry, ModeratorAction } from "../wire/messages";

const ICONS: Record<ModeratorAction, IconName> = {
	take: "lock",
	release: "undo",
	warn: "warning",
	mute: "mute",
	unmute: "sound",
	ban: "ban",
	unban: "check",
	dismiss: "flag",
	rename: "pencil",
	close_room: "close",
	close_study: "close",
	call_off: "close",
	grant: "crown",
	revoke: "crown",
};

export const iconOf = ({ action }: LogEntry): IconName => ICONS[action];

export function untilText(until: number | null): string {
	const words = moderateWords.value;
	return until === null ? words.forGood : words.until(whenText(until));
}

/** "Mute" */
export function actionName({ action }: LogEntry): string {
	const words = moderateWords.value;
	const names: Record<ModeratorAction, string> = {
		take: words.taken,
		release: words.released,
		warn: words.warn,
		mute: words.mute,
		unmute: words.unmute,
		ban: words.ban,
		unban: words.unban,
		dismiss: words.nothingWrong,
		rename: words.rename,
		close_room: words.closeRoom,
		close_study: words.closeStudy,
		call_off: words.calledOff,
		grant: words.grant,
		revoke: words.revoke,
	};
	return names[action];
}

/** "until 12 Oct 2026"; empty for what does not last. */
const lastsText = ({ action, until }: LogEntry): string =>
	action === "mute" || action === "ban" ? untilText(until) : "";

/** "Mute: Goro, until 12 Oct 2026" */
export function actionText(entry: LogEntry): string {
	const { action, about, room } = entry;
	const whom = about || (action === "close_room" ? room : moderateWords.value.guest);
	return [`${actionName(entry)}: ${whom}`, lastsText(entry)].filter(Boolean).join(", ");
}

/** "Mute, until 12 Oct 2026: insults", about a person who is known. */
export function briefText(entry: LogEntry): string {
	const action = [actionName(entry), lastsText(entry)].filter(Boolean).join(", ");
	return entry.why ? `${action}: ${entry.why}` : action;
}
