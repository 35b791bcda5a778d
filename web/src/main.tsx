import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/kit.css";
import "./styles/board.css";
import "./styles/game.css";
import "./styles/home.css";
import "./styles/pages.css";
import { render } from "preact";
import { App } from "./app/App";
import { wordsReady } from "./i18n";

void wordsReady().finally(() => render(<App />, document.getElementById("app")!));
if (import.meta.env.PROD) void import("./app/install").then(({ install }) => install());
