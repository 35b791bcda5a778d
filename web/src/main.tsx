import "./styles/tokens.css";
import "./styles/base.css";
import "./kit/kit.css";
import "./board/board.css";
import { render } from "preact";
import { App } from "./app/App";
import { preload, route } from "./browser/router";
import { wordsReady } from "./i18n";

// The screen is fetched in parallel with the words.
preload(route.value.page).catch(() => {});
void wordsReady().finally(() => render(<App />, document.getElementById("app")!));
// Offline caching can wait until the page is up.
if (import.meta.env.PROD)
	setTimeout(
		() =>
			void import("./app/serviceWorker").then(
				({ install }) => install(),
				() => {},
			),
		3000,
	);
