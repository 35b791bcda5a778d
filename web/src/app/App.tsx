// The shell: navigation, tools, dialogs, toasts, and the screen that the address asks for.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { StoneDefs } from "../board/Stones";
import { said } from "../browser/announcer";
import { follow, go, route } from "../browser/router";
import { change, dark, flip, settings } from "../browser/settings";
import { listen, press } from "../browser/shortcuts";
import { fullScreen } from "../browser/viewport";
import { drawings, toggleDoge } from "../doge/mode";
import { t } from "../i18n";
import { dialog } from "../kit/Dialog";
import { Icon, type IconName, Logo } from "../kit/Icon";
import { later } from "../kit/lazyDialog";
import { ToastHost, toast } from "../kit/toast";
import { connection } from "../wire/socket";
import { fetchGame, fetchHome, lazy } from "./lazy";

const HomeScreen = lazy(async () => (await fetchHome()).HomeScreen);
const GameScreen = lazy(async () => (await fetchGame()).GameScreen);
const TreeScreen = lazy(async () => (await import("../analysis/tree/TreeScreen")).TreeScreen);
const RoomsScreen = lazy(async () => (await import("../lobby/RoomsScreen")).RoomsScreen);
const GamesScreen = lazy(async () => (await import("../games/GamesScreen")).GamesScreen);
const SharedScreen = lazy(async () => (await import("../play/SharedScreen")).SharedScreen);
const LearnScreen = lazy(async () => (await import("../learn/rules/LearnScreen")).LearnScreen);

const LessonsScreen = lazy(async () => (await import("../learn/lessons/LessonsScreen")).LessonsScreen);
const PuzzlesScreen = lazy(async () => (await import("../learn/puzzles/PuzzlesScreen")).PuzzlesScreen);
const PuzzleScreen = lazy(async () => (await import("../learn/puzzles/PuzzleScreen")).PuzzleScreen);
const YouScreen = lazy(async () => (await import("../people/ProfileScreen")).YouScreen);
const LeaderboardScreen = lazy(async () => (await import("../people/LeaderboardScreen")).LeaderboardScreen);
const AnalyseScreen = lazy(async () => (await import("../analysis/study/AnalyseScreen")).AnalyseScreen);

export const showSettings = (): void =>
	later(async () => {
		const { SettingsDialog } = await import("./SettingsDialog");
		return () => <SettingsDialog />;
	});
export const showKeys = (): void =>
	later(async () => {
		const { KeysDialog } = await import("./KeysDialog");
		return () => <KeysDialog />;
	});

/** Loads the page anew, past what was kept of it for offline days. */
async function renew(): Promise<void> {
	const keepers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
	await Promise.all(keepers.map((keeper) => keeper.unregister()));
	location.reload();
}

async function surprise(): Promise<void> {
	toast({ text: (await toggleDoge()) ? t.value.dogeOn : t.value.dogeOff, icon: "paw" });
}

export function App() {
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
			: shown.page === "puzzles"
				? `puzzles ${shown.puzzle}`
				: shown.page;
	useEffect(() => {
		const words = t.value;
		const titles: Partial<Record<typeof shown.page, string>> = {
			games: words.gamesTitle,
			rooms: words.rooms,
			analyse: words.analyse,
			puzzles: words.puzzles,
			lessons: words.lessons,
			learn: words.learnTitle,
			home: words.newGame,
			shared: words.sharedTitle,
			you: words.you,
			leaderboard: words.leaderboard,
		};
		document.title = titles[shown.page] ? `${titles[shown.page]} · Gomoku` : "Gomoku";
		// A new screen is read from its start; the first one begins where the browser does.
		if (!first.current) document.getElementById("content")?.focus({ preventScroll: true });
		first.current = false;
	}, [name]);
	switch (shown.page) {
		case "home":
			return <HomeScreen onSurprise={() => void surprise()} />;
		case "game":
			return <GameScreen key={shown.room} id={shown.room} />;
		case "rooms":
			return <RoomsScreen />;
		case "room":
			return <GameScreen key={shown.room} id={shown.room} />;
		case "tree":
			return <TreeScreen key={`${shown.room} ${shown.ply}`} id={shown.room} ply={shown.ply} />;
		case "shared":
			return <SharedScreen key={shown.link} link={shown.link} />;
		case "games":
			return <GamesScreen />;
		case "analyse":
			return <AnalyseScreen room={shown.room} />;
		case "puzzles":
			return shown.puzzle ? <PuzzleScreen key={shown.puzzle} id={shown.puzzle} /> : <PuzzlesScreen />;
		case "lessons":
			return <LessonsScreen />;
		case "you":
			return <YouScreen />;
		case "leaderboard":
			return <LeaderboardScreen rules={shown.rules} />;
		case "learn":
			return <LearnScreen />;
		default:
			return <NotFound />;
	}
}

const PAGES: readonly {
	path: string;
	icon: IconName;
	word: "play" | "rooms" | "analyse" | "learn" | "games";
	of: readonly string[];
}[] = [
	{ path: "/", icon: "grid", word: "play", of: ["home", "game", "tree", "shared"] },
	{ path: "/rooms", icon: "people", word: "rooms", of: ["rooms", "room", "you", "leaderboard"] },
	{ path: "/analyse", icon: "tree", word: "analyse", of: ["analyse"] },
	{ path: "/learn", icon: "book", word: "learn", of: ["learn", "puzzles", "lessons"] },
	{ path: "/games", icon: "clock", word: "games", of: ["games"] },
];

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
				{PAGES.map(({ path, word, of }) => (
					<a key={path} href={path} aria-current={of.includes(route.value.page) ? "page" : undefined}>
						{words[word]}
					</a>
				))}
			</nav>
			<div class="tools">
				<button
					type="button"
					class="quiet lang wide"
					aria-label={words.language}
					lang={settings.value.language === "en" ? "fr" : "en"}
					onClick={() => change({ language: settings.value.language === "en" ? "fr" : "en" })}
				>
					{words.languageShort}
				</button>
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
			</div>
		</header>
	);
}

function TabBar() {
	const words = t.value;
	return (
		<nav class="tabbar" aria-label={words.nav}>
			{PAGES.map(({ path, icon, word, of }) => (
				<a key={path} href={path} aria-current={of.includes(route.value.page) ? "page" : undefined}>
					<Icon name={icon} size={22} />
					{words[word]}
				</a>
			))}
		</nav>
	);
}

/** Gold, while the server cannot be reached. */
function LostBar() {
	const lost = connection.line.value === "lost";
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

function NotFound() {
	return (
		<main class="page" id="content" tabIndex={-1}>
			<div class="empty">
				<h1>{t.value.notFoundTitle}</h1>
				{t.value.notFound}
				<a class="btn primary" href="/">
					{t.value.play}
				</a>
			</div>
		</main>
	);
}
