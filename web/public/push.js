// Imported by the service worker: shows "your turn" from Web Push, and opens the game on a click.
// The page leaves its words in a cache, in the visitor's language (src/slow/push.ts).
const WORDS = { title: "Gomoku", body: "{who}" };

async function words() {
	const found = await (await caches.open("push")).match("/push-words");
	return found ? found.json() : WORDS;
}

const pagesOfTheSite = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function tell({ room, opponent }) {
	const pages = await pagesOfTheSite();
	// A page that is seen shows it by itself.
	if (pages.some((page) => page.visibilityState === "visible")) return;
	const { title, body } = await words();
	await self.registration.showNotification(title, {
		body: opponent ? body.replace("{who}", () => opponent) : "",
		tag: room,
		icon: "/icons/icon-192.png",
		data: { path: `/room/${room}` },
	});
}

async function open(path) {
	const pages = await pagesOfTheSite();
	const shown = pages.find((page) => new URL(page.url).pathname === path);
	await (shown ? shown.focus() : self.clients.openWindow(path));
}

self.addEventListener("push", (event) => {
	if (event.data) event.waitUntil(tell(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data.path));
});
