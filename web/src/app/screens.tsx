// The screens, each loaded when its address is first visited.
import { type Route, setScreenLoader } from "../browser/router";
import { t } from "../i18n";
import { lazy } from "./lazy";

const loaders = {
	home: async () => (await import("../home/HomeScreen")).HomeScreen,
	game: async () => (await import("../play/GameScreen")).GameScreen,
	tree: async () => (await import("../analysis/tree/TreeScreen")).TreeScreen,
	rooms: async () => (await import("../lobby/RoomsScreen")).RoomsScreen,
	shared: async () => (await import("../play/SharedScreen")).SharedScreen,
	games: async () => (await import("../games/GamesScreen")).GamesScreen,
	learn: async () => (await import("../learn/rules/LearnScreen")).LearnScreen,
	lessons: async () => (await import("../learn/lessons/LessonsScreen")).LessonsScreen,
	puzzles: async () => (await import("../learn/puzzles/PuzzlesScreen")).PuzzlesScreen,
	puzzle: async () => (await import("../learn/puzzles/PuzzleScreen")).PuzzleScreen,
	you: async () => (await import("../people/ProfileScreen")).ProfileScreen,
	leaderboard: async () => (await import("../people/LeaderboardScreen")).LeaderboardScreen,
	analyse: async () => (await import("../analysis/study/AnalyseScreen")).AnalyseScreen,
};

setScreenLoader(async (page) => {
	if (page === "room") await loaders.game();
	else if (page !== "lost") await loaders[page]();
});

const HomeScreen = lazy(loaders.home);
const GameScreen = lazy(loaders.game);
const TreeScreen = lazy(loaders.tree);
const RoomsScreen = lazy(loaders.rooms);
const SharedScreen = lazy(loaders.shared);
const GamesScreen = lazy(loaders.games);
const LearnScreen = lazy(loaders.learn);
const LessonsScreen = lazy(loaders.lessons);
const PuzzlesScreen = lazy(loaders.puzzles);
const PuzzleScreen = lazy(loaders.puzzle);
const ProfileScreen = lazy(loaders.you);
const LeaderboardScreen = lazy(loaders.leaderboard);
const AnalyseScreen = lazy(loaders.analyse);

export function ScreenOf({ route, onSurprise }: { route: Route; onSurprise: () => void }) {
	switch (route.page) {
		case "home":
			return <HomeScreen onSurprise={onSurprise} />;
		case "game":
			return <GameScreen key={route.room} id={route.room} />;
		case "rooms":
			return <RoomsScreen />;
		case "room":
			return <GameScreen key={route.room} id={route.room} />;
		case "tree":
			return <TreeScreen key={`${route.room} ${route.ply}`} id={route.room} ply={route.ply} />;
		case "shared":
			return <SharedScreen key={route.link} link={route.link} />;
		case "games":
			return <GamesScreen />;
		case "analyse":
			return <AnalyseScreen room={route.room} />;
		case "puzzles":
			return route.puzzle ? <PuzzleScreen key={route.puzzle} id={route.puzzle} /> : <PuzzlesScreen />;
		case "lessons":
			return <LessonsScreen />;
		case "you":
			return <ProfileScreen />;
		case "leaderboard":
			return <LeaderboardScreen rules={route.rules} />;
		case "learn":
			return <LearnScreen />;
		default:
			return <NotFound />;
	}
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
