// Words: who looks for a game.
import { en } from "./en/seeks";
import { area } from "./index";

export const seeksWords = area("seeks", en);
