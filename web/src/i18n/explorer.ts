// Words: the explorer of the analysis board.
import { en } from "./en/explorer";
import { area } from "./index";

export const explorerWords = area("explorer", en);
