// The visitor's notices, shown on every screen: fetched on a notification and after every reconnection.
import { effect, signal } from "@preact/signals";
import { announce } from "../browser/announcer";
import { type Route, route } from "../browser/router";
import { recall, remember } from "../browser/storage";
import * as sounds from "../game/sounds";
import { moderateWords } from "../i18n/moderate";
import { tournamentWords } from "../i18n/tournaments";
import { openReports } from "../people/HeadLinks";
import { getJson, remove } from "../wire/http";
import type { Notices, Sanction, TournamentGame } from "../wire/messages";
import { connection } from "../wire/socket";

export const notices = signal<Notices | null>(null);
/** Start of the latest dismissed mute or ban. */
const putAway = signal(Number(recall("sanction-read")) || 0);

/** Warnings until they are read; mutes and bans until they are dismissed in this browser. */
const sanctionsOf = (found: Notices | null, before: number): readonly Sanction[] =>
	(found?.sanctions ?? []).filter(({ kind, since }) => kind === "warning" || since > before);

export const shownSanctions = (): readonly Sanction[] => sanctionsOf(notices.value, putAway.value);

/** Tournament rooms whose notices were dismissed. */
const hiddenRooms = signal<ReadonlySet<string>>(new Set());

export function hideGame(room: string): void {
	hiddenRooms.value = new Set([...hiddenRooms.value, room]);
}

/** Tournament games to announce, unless the visitor is at the game or at its tournament. */
export const gamesOf = (found: Notices | null, at: Route, hidden: ReadonlySet<string>): readonly TournamentGame[] =>
	(found?.games ?? []).filter(
		({ room, tournament }) =>
			!hidden.has(room) &&
			!((at.page === "room" || at.page === "game") && at.room === room) &&
			!(at.page === "tournaments" && at.id === tournament),
	);

export const shownGames = (): readonly TournamentGame[] => gamesOf(notices.value, route.value, hiddenRooms.value);

function take(found: Notices): void {
	const known = new Set(notices.peek()?.games.map(({ room }) => room));
	notices.value = found;
	for (const { room, opponent } of shownGames()) {
		if (known.has(room)) continue;
		sounds.play("hint");
		announce(tournamentWords.peek().nowPlaying(opponent), true);
	}
}

const look = (): void => void getJson<Notices>("/api/me/notices").then(take, () => {});

/** Dismiss a moderator's message; a warning is then marked as read. */
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
	effect(() => {
		const count = notices.value?.reports;
		openReports.value = count ? moderateWords.value.reports(count) : "";
	});
	connection.overhear((message) => {
		if (message.type === "notices_changed") look();
	});
	// Also after a change of screen: a game may be over by then.
	effect(() => {
		if (connection.hellos.value && route.value) look();
	});
}
