// Actions of moderators in words.
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import type { LogEntry, ModeratorAction } from "../wire/messages";

export function untilText(until: number | null): string {
	const words = moderateWords.value;
	return until === null ? words.forGood : words.until(whenText(until));
}

/** "Mute: Goro, until 12 Oct 2026" */
export function actionText({ action, about, room, until }: LogEntry): string {
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
		close_room: words.closeRoom,
		grant: words.grant,
		revoke: words.revoke,
	};
	const lasts = action === "mute" || action === "ban" ? `, ${untilText(until)}` : "";
	return `${names[action]}: ${about || (action === "close_room" ? room : words.guest)}${lasts}`;
}
