// The screens: for each route its code, title and navigation entry. The code is loaded on the first visit.
import { type ComponentType, createElement, type JSX, type Key } from "preact";
import { type Page, type Route, type RouteOf, setScreenLoader } from "../browser/router";
import { t } from "../i18n";
import type { Words } from "../i18n/en/common";
import type { IconName } from "../kit/Icon";
import { lazy } from "../kit/lazy";
import { surprise } from "./surprise";

/** The navigation, in order. */
export const NAVIGATION = [
	{ path: "/", icon: "grid", word: "play" },
	{ path: "/rooms", icon: "people", word: "rooms" },
	{ path: "/analyse", icon: "tree", word: "analyse" },
	{ path: "/learn", icon: "book", word: "learn" },
	{ path: "/games", icon: "clock", word: "games" },
] as const satisfies readonly { path: string; icon: IconName; word: keyof Words }[];

interface Screen<P extends Page> {
	/** The common word in the window's title; null for "Gomoku" alone. */
	readonly title: { [W in keyof Words]: Words[W] extends string ? W : never }[keyof Words] | null;
	/** The navigation entry that is lit; null for none. */
	readonly nav: (typeof NAVIGATION)[number]["word"] | null;
	readonly load: () => Promise<unknown>;
	readonly show: (route: RouteOf<P>) => JSX.Element;
}

/** A screen that is loaded on its first visit. With another key, it starts afresh. */
function screen<P extends Page, Props extends object>(
	{ title, nav }: Pick<Screen<P>, "title" | "nav">,
	load: () => Promise<ComponentType<Props>>,
	propsOf: (route: RouteOf<P>) => Props & { key?: Key },
): Screen<P> {
	const Lazy = lazy(load);
	return { title, nav, load, show: (route) => createElement(Lazy, propsOf(route)) };
}

const none = () => ({});

const SCREENS: { readonly [P in Page]: Screen<P> } = {
	home: screen(
		{ title: "newGame", nav: "play" },
		async () => (await import("../home/HomeScreen")).HomeScreen,
		() => ({ onSurprise: () => void surprise() }),
	),
	game: screen(
		{ title: null, nav: "play" },
		async () => (await import("../play/GameScreen")).GameScreen,
		({ room }) => ({ key: room, id: room }),
	),
	room: screen(
		{ title: null, nav: "rooms" },
		async () => (await import("../play/GameScreen")).GameScreen,
		({ room }) => ({ key: room, id: room }),
	),
	after: screen(
		{ title: "howItWent", nav: "play" },
		async () => (await import("../play/AfterScreen")).AfterScreen,
		({ room }) => ({ key: room, id: room }),
	),
	mistakes: screen(
		{ title: "puzzles", nav: "learn" },
		async () => (await import("../learn/puzzles/mistakes/MistakesScreen")).MistakesScreen,
		({ room, side, number }) => ({ key: `${room} ${side} ${number}`, room, side, number }),
	),
	practice: screen(
		{ title: "puzzles", nav: "learn" },
		async () => (await import("../learn/puzzles/mistakes/PracticeScreen")).PracticeScreen,
		() => ({}),
	),
	tree: screen(
		{ title: null, nav: "play" },
		async () => (await import("../analysis/tree/TreeScreen")).TreeScreen,
		({ room, ply }) => ({ key: `${room} ${ply}`, id: room, ply }),
	),
	studyTree: screen(
		{ title: null, nav: "analyse" },
		async () => (await import("../play/StudyTreeScreen")).StudyTreeScreen,
		({ study, node }) => ({ key: `${study} ${node}`, id: study, node }),
	),
	shared: screen(
		{ title: "sharedTitle", nav: "play" },
		async () => (await import("../play/SharedScreen")).SharedScreen,
		({ link }) => ({ key: link, link }),
	),
	rooms: screen({ title: "rooms", nav: "rooms" }, async () => (await import("../lobby/RoomsScreen")).RoomsScreen, none),
	person: screen(
		{ title: null, nav: "rooms" },
		async () => (await import("../profile/PersonScreen")).PersonScreen,
		({ name }) => ({ key: name, name }),
	),
	moderate: screen(
		{ title: null, nav: null },
		async () => (await import("../moderate/ModerateScreen")).ModerateScreen,
		none,
	),
	tournaments: screen(
		{ title: "tournaments", nav: "rooms" },
		async () => (await import("../tournaments/TournamentsScreen")).TournamentsScreen,
		({ id }) => ({ key: id, id }),
	),
	watch: screen(
		{ title: "watchTitle", nav: "rooms" },
		async () => (await import("../watch/WatchScreen")).WatchScreen,
		none,
	),
	you: screen(
		{ title: "you", nav: "rooms" },
		async () => (await import("../people/ProfileScreen")).ProfileScreen,
		none,
	),
	leaderboard: screen(
		{ title: "leaderboard", nav: "rooms" },
		async () => (await import("../people/leaderboard/LeaderboardScreen")).LeaderboardScreen,
		({ rules }) => ({ rules }),
	),
	analyse: screen(
		{ title: "analyse", nav: "analyse" },
		async () => (await import("../analysis/study/AnalyseScreen")).AnalyseScreen,
		({ room, study }: { room?: string; study?: string }) => ({ room, study }),
	),
	learn: screen(
		{ title: "learnTitle", nav: "learn" },
		async () => (await import("../learn/rules/LearnScreen")).LearnScreen,
		none,
	),
	lessons: screen(
		{ title: "lessons", nav: "learn" },
		async () => (await import("../learn/lessons/LessonsScreen")).LessonsScreen,
		none,
	),
	puzzles: screen(
		{ title: "puzzles", nav: "learn" },
		async () => (await import("../learn/puzzles/PuzzlesScreen")).PuzzlesScreen,
		none,
	),
	puzzle: screen(
		{ title: "puzzles", nav: "learn" },
		async () => (await import("../learn/puzzles/PuzzleScreen")).PuzzleScreen,
		({ puzzle }) => ({ key: puzzle, id: puzzle }),
	),
	games: screen(
		{ title: "gamesTitle", nav: "games" },
		async () => (await import("../games/GamesScreen")).GamesScreen,
		({ collection }) => ({ key: collection, collection }),
	),
	lost: { title: null, nav: null, load: () => Promise.resolve(), show: () => <NotFound /> },
};

setScreenLoader((page) => SCREENS[page].load());

export const showScreen = <P extends Page>(route: RouteOf<P>): JSX.Element =>
	(SCREENS[route.page] as Screen<P>).show(route);
export const navigationOf = ({ page }: Route) => SCREENS[page].nav;
export function titleOf({ page }: Route): string {
	const { title } = SCREENS[page];
	return title ? `${t.value[title]} · Gomoku` : "Gomoku";
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
