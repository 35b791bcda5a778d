import "./styles/tokens.css";
import "./styles/base.css";
import "./kit/kit.css";
import "./board/board.css";
import { render } from "preact";
import { App } from "./app/App";
import { fetchGame, fetchHome } from "./app/lazy";
import { route } from "./browser/router";
import { wordsReady } from "./i18n";

// The screen that is asked for comes together with the words.
if (route.value.page === "home") void fetchHome();
if (route.value.page === "game" || route.value.page === "room") void fetchGame();
void wordsReady().finally(() => render(<App />, document.getElementById("app")!));
// Keeping the page for offline days can wait until it is there.
if (import.meta.env.PROD)
	setTimeout(
		() =>
			void import("./app/serviceWorker").then(
				({ install }) => install(),
				() => {},
			),
		3000,
	);
