// What the visitor must hear of, wherever they are: asked for on a hint of the server and after every reconnection.
import { effect, signal } from "@preact/signals";
import { recall, remember } from "../browser/storage";
import { getJson, remove } from "../wire/http";
import type { Notices, Sanction } from "../wire/messages";
import { connection } from "../wire/socket";

export const notices = signal<Notices | null>(null);
/** When the latest mute or ban began that was put away. */
const putAway = signal(Number(recall("sanction-read")) || 0);

/** Warnings until they are read; mutes and bans until they are put away, here. */
export const sanctionsOf = (found: Notices | null, before: number): readonly Sanction[] =>
	(found?.sanctions ?? []).filter(({ kind, since }) => kind === "warning" || since > before);

export const shownSanctions = (): readonly Sanction[] => sanctionsOf(notices.value, putAway.value);

const look = (): void =>
	void getJson<Notices>("/api/me/notices").then(
		(found) => {
			notices.value = found;
		},
		() => {},
	);

/** Put a moderator's words away; a warning is then known to be read. */
export async function hasRead({ kind, since }: Sanction): Promise<void> {
	if (kind === "warning") {
		await remove("/api/me/warning");
		look();
	} else {
		putAway.value = Math.max(putAway.value, since);
		remember("sanction-read", putAway.value);
	}
}

let isListening = false;
export function listen(): void {
	if (isListening) return;
	isListening = true;
	connection.start();
	connection.overhear((message) => {
		if (message.type === "notices_changed") look();
	});
	effect(() => {
		if (connection.hellos.value) look();
	});
}
