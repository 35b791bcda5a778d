// The shell: navigation, toolbar, dialogs, toasts and the current screen.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { StoneDefs } from "../board/Stones";
import { said } from "../browser/announcer";
import { listenForDrops } from "../browser/drops";
import { follow, go, route } from "../browser/router";
import { change, dark, flip, settings } from "../browser/settings";
import { whenSettled } from "../browser/settled";
import { listen, press } from "../browser/shortcuts";
import { recall } from "../browser/storage";
import { headLinks, title, waitingGames } from "../browser/title";
import { fullScreen } from "../browser/viewport";
import { drawings } from "../doge/mode";
import { t } from "../i18n";
import { dialog } from "../kit/Dialog";
import { Icon, Logo } from "../kit/Icon";
import { lazyPart } from "../kit/lazy";
import { showLazy } from "../kit/lazyDialog";
import { ToastHost, toast } from "../kit/toast";
import { connection } from "../wire/socket";
import { LanguagePicker } from "./LanguagePicker";
import { NAVIGATION, navigationOf, showScreen, titleOf } from "./screens";
import { surprise } from "./surprise";

const showSettings = (): void =>
	showLazy(async () => {
		const { SettingsDialog } = await import("./SettingsDialog");
		return () => <SettingsDialog />;
	});
const showKeys = (): void =>
	showLazy(async () => {
		const { KeysDialog } = await import("./KeysDialog");
		return () => <KeysDialog />;
	});

/** Challenges and other news: at once for visitors with a name, even a random one; for others when the page is used. */
const Notices = lazyPart(
	async () => (await import("../profile/Notices")).Notices,
	() => null,
);

/** Slow games are fetched once the page is used, or after some time. */
const SLOW_AFTER_MS = 10_000;
const followTurns = (): void => void import("../slow/turns").then(({ follow }) => follow()).catch(() => {});

/** Ask whether a file that was dropped on the page is to be opened. */
const askToOpen = (dropped: File): void =>
	showLazy(async () => {
		const { ImportDialog } = await import("../games/ImportDialog");
		return () => <ImportDialog dropped={dropped} />;
	});

/** Reload the page without the service worker's cache. */
async function renew(): Promise<void> {
	const keepers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
	await Promise.all(keepers.map((keeper) => keeper.unregister()));
	location.reload();
}

export function App() {
	useEffect(() => listenForDrops(askToOpen), []);
	const used = useSignal(false);
	useEffect(
		() =>
			whenSettled(() => {
				followTurns();
				used.value = true;
			}, SLOW_AFTER_MS),
		[],
	);
	useEffect(() => {
		addEventListener("keydown", press);
		document.addEventListener("click", follow);
		const stop = listen({
			"?": showKeys,
			s: () => flip("sound"),
			d: () => void surprise(),
			f: fullScreen,
			n: () => go("/"),
		});
		return () => {
			removeEventListener("keydown", press);
			document.removeEventListener("click", follow);
			stop();
		};
	}, []);
	useEffect(() => {
		if (connection.outdated.value)
			toast({ text: t.value.update, way: { label: t.value.reload, go: () => void renew() } });
	}, [connection.outdated.value]);
	const Doge = drawings.value;
	return (
		<>
			<StoneDefs />
			{Doge && <Doge />}
			<a class="skip" href="#content">
				{t.value.skip}
			</a>
			<Top />
			<LostBar />
			<Screen />
			<TabBar />
			{(settings.value.name || recall("nickname") || used.value) && <Notices />}
			{dialog.value?.()}
			<ToastHost />
			<div class="vh" role="log" aria-live="polite">
				{said.polite}
			</div>
			<div class="vh" role="alert" aria-live="assertive">
				{said.urgent}
			</div>
		</>
	);
}

function Screen() {
	const shown = route.value;
	const first = useRef(true);
	const name =
		shown.page === "game" || shown.page === "room"
			? `game ${shown.room}`
			: shown.page === "puzzle"
				? `puzzle ${shown.puzzle}`
				: shown.page === "person"
					? `person ${shown.name}`
					: shown.page;
	useEffect(() => {
		title.value = titleOf(shown);
		// After navigation the focus moves to the new content, but not on the first load.
		if (!first.current) document.getElementById("content")?.focus({ preventScroll: true });
		first.current = false;
	}, [name]);
	return showScreen(shown);
}

function Top() {
	const words = t.value;
	const { sound } = settings.value;
	return (
		<header class="top">
			<a class="brand" href="/">
				<Logo />
				Gomoku
			</a>
			<nav class="main" aria-label={words.nav}>
				{NAVIGATION.map(({ path, word }) => (
					<a key={path} href={path} aria-current={navigationOf(route.value) === word ? "page" : undefined}>
						{words[word]}
						{word === "rooms" && <Waiting />}
					</a>
				))}
			</nav>
			<div class="tools">
				<span class="quiet lang wide">
					<span aria-hidden="true">{settings.value.language.slice(0, 2)}</span>
					<LanguagePicker />
				</span>
				<button
					type="button"
					class="quiet icon wide"
					aria-label={sound ? words.soundOn : words.soundOff}
					aria-pressed={sound}
					onClick={() => flip("sound")}
				>
					<Icon name={sound ? "sound" : "mute"} size={20} />
				</button>
				<button
					type="button"
					class="quiet icon"
					aria-label={dark.value ? words.toLight : words.toDark}
					onClick={() => change({ scheme: dark.value ? "light" : "dark" })}
				>
					<Icon name={dark.value ? "sun" : "moon"} size={20} />
				</button>
				<button type="button" class="quiet icon" aria-label={words.settings} onClick={showSettings}>
					<Icon name="sliders" size={20} />
				</button>
				{headLinks.value}
			</div>
		</header>
	);
}

function TabBar() {
	const words = t.value;
	return (
		<nav class="tabbar" aria-label={words.nav}>
			{NAVIGATION.map(({ path, icon, word }) => (
				<a key={path} href={path} aria-current={navigationOf(route.value) === word ? "page" : undefined}>
					<Icon name={icon} size={22} />
					{words[word]}
					{word === "rooms" && <Waiting />}
				</a>
			))}
		</nav>
	);
}

/** The number of slow games that wait for a move of the visitor. */
function Waiting() {
	if (!waitingGames.value) return null;
	return (
		<span class="badge">
			{waitingGames.value}
			<span class="vh"> {t.value.yourTurn}</span>
		</span>
	);
}

/** A bar shown while the connection is lost. */
function LostBar() {
	const lost = connection.state.value === "lost";
	const now = useSignal(Date.now());
	useEffect(() => {
		if (!lost) return;
		now.value = Date.now();
		const timer = setInterval(() => {
			now.value = Date.now();
		}, 500);
		return () => clearInterval(timer);
	}, [lost]);
	if (!lost) return null;
	const seconds = Math.max(0, Math.ceil((connection.retryAt.value - now.value) / 1000));
	return (
		<div class="bar-lost" role="status">
			<Icon name="offline" />
			{t.value.lost(seconds)}
		</div>
	);
}
