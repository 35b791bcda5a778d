// Slow games of the visitor: kept up to date while the page is open, with a notice when it is their turn.
import { effect, signal } from "@preact/signals";
import { go } from "../browser/router";
import { recall, remember } from "../browser/storage";
import { waitingGames } from "../browser/title";
import { slowWords } from "../i18n/slow";
import { getJson, putJson, remove } from "../wire/http";
import type { ConditionalMoves, SlowGame, SlowGames, VacationState } from "../wire/messages";
import { connection } from "../wire/socket";
import { pushed, subscribe, unsubscribe } from "./push";

/** Polling interval: notifications can get lost, polling makes the list reliable. */
const POLL_MS = 60_000;
/** Debounce: several changes cause one request. */
const HINT_DELAY_MS = 200;

/** The visitor's slow games and vacation; null until the server has answered. */
export const slowGames = signal<SlowGames | null>(null);

/** Games in which it has become the visitor's turn. */
export function newTurns(before: SlowGames | null, after: SlowGames): readonly SlowGame[] {
	if (!before) return [];
	const known = new Set(before.games.filter(({ mine }) => mine).map(({ line }) => line.room));
	return after.games.filter(({ mine, line }) => mine && !known.has(line.room));
}

/** The opponent's name in a game of the visitor. */
export const opponentIn = ({ line }: SlowGame, me: string): string =>
	line.names[line.holders[0].type === "person" && line.holders[0].visitor === me ? 1 : 0];

export async function refresh(): Promise<void> {
	const after = await getJson<SlowGames>("/api/me/slow");
	for (const game of newTurns(slowGames.peek(), after)) notify(game);
	slowGames.value = after;
	waitingGames.value = after.games.filter(({ mine }) => mine).length;
}

/** Timer of the next poll; 0 while there is none. */
let timer = 0;
const later = (ms: number): void => {
	clearTimeout(timer);
	timer = window.setTimeout(async () => {
		timer = 0;
		await refresh().catch(() => {});
		// A notification received meanwhile has set an earlier poll.
		if (!timer) later(POLL_MS);
	}, ms);
};

/** Keep the list up to date from now on. */
export function follow(): void {
	connection.overhear((message) => {
		if (message.type === "slow_changed") later(HINT_DELAY_MS);
	});
	// Notifications were missed while disconnected.
	effect(() => {
		if (connection.hellos.value) later(HINT_DELAY_MS);
	});
	later(0);
	// At once, and for each visitor who signs in here: the browser is theirs from then on.
	connection.me.subscribe(() => {
		if (wantsNotices.peek()) void subscribe();
	});
}

// --- notices ---

/** Whether the visitor wants notices; the browser may still forbid them. */
export const wantsNotices = signal(recall("notices") === true);

/** Turn notices on, if the browser allows them, or off. Returns whether that worked. */
export async function setNotices(on: boolean): Promise<boolean> {
	const allowed = !on || ("Notification" in window && (await Notification.requestPermission()) === "granted");
	if (allowed) {
		wantsNotices.value = on;
		remember("notices", on);
		await (on ? subscribe() : unsubscribe().catch(() => {}));
	}
	return allowed;
}

/** Notify a visitor in another tab that it is their turn, unless the server does. */
function notify(game: SlowGame): void {
	if (!wantsNotices.value || pushed.value || !document.hidden) return;
	if (!("Notification" in window) || Notification.permission !== "granted") return;
	const words = slowWords.value;
	const path = `/room/${game.line.room}`;
	const body = words.against(opponentIn(game, connection.me.value));
	const options = { body, tag: game.line.room, data: { path } };
	try {
		const notice = new Notification(words.yourTurn, options);
		notice.onclick = () => {
			window.focus();
			go(path);
		};
	} catch {
		// On phones only a service worker may show notifications.
		void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(words.yourTurn, options));
	}
}

// --- vacation and conditional moves ---

export async function takeVacation(days: number): Promise<void> {
	await putJson<VacationState>("/api/me/vacation", { days });
	await refresh();
}

export async function endVacation(): Promise<void> {
	await remove("/api/me/vacation");
	await refresh();
}

export const fetchPlan = (room: string): Promise<ConditionalMoves> => getJson(`/api/games/${room}/plan`);
export const savePlan = (room: string, plan: ConditionalMoves): Promise<ConditionalMoves> =>
	putJson(`/api/games/${room}/plan`, plan);
