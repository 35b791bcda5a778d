// Web Push tells a browser that it is the visitor's turn, even while the page is closed. Without a key of the server, or
// where the browser has no push service, open pages tell it themselves.
import { signal } from "@preact/signals";
import { slowWords } from "../i18n/slow";
import { getJson, remove, send } from "../wire/http";
import type { PushKey } from "../wire/messages";

/** Whether server and browser can do it. */
export const canPush = signal(false);
/** Whether this browser is told by the server. */
export const pushed = signal(false);

/** The server's key; empty if it or the browser cannot push. */
async function findKey(): Promise<string> {
	const isAble = "PushManager" in window && (await navigator.serviceWorker?.getRegistration()) !== undefined;
	const key = isAble ? (await getJson<PushKey>("/api/me/push")).key : "";
	canPush.value = key !== "";
	return key;
}

export const lookForPush = (): Promise<unknown> => findKey().catch(() => {});

function keyOf({ options }: PushSubscription): string {
	const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** Leave the words of a notice to the service worker, in the page's language. */
async function keepWords(): Promise<void> {
	const { yourTurn, against } = slowWords.value;
	const words = JSON.stringify({ title: yourTurn, body: against("{who}") });
	await (await caches.open("push")).put("/push-words", new Response(words));
}

/** Be told by the server from now on. Again on every visit: key, visitor and language may have changed. */
export async function subscribe(): Promise<void> {
	try {
		const key = await findKey();
		if (!key) return;
		const { pushManager } = await navigator.serviceWorker.ready;
		let mine = await pushManager.getSubscription();
		if (mine && keyOf(mine) !== key) {
			await mine.unsubscribe();
			mine = null;
		}
		mine ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
		const { p256dh = "", auth = "" } = mine.toJSON().keys ?? {};
		await keepWords();
		await send("PUT", "/api/me/push", { endpoint: mine.endpoint, key: p256dh, auth });
		pushed.value = true;
	} catch {
		pushed.value = false; // pages tell it, as without a key
	}
}

export async function unsubscribe(): Promise<void> {
	pushed.value = false;
	const mine = await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription();
	if (!mine) return;
	await remove(`/api/me/push?endpoint=${encodeURIComponent(mine.endpoint)}`);
	await mine.unsubscribe();
}
