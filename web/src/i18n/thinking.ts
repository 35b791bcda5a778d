// Words: the thinking panel and the search tree.
import { en } from "./en/thinking";
import { area } from "./index";

export const thinkingWords = area("thinking", en);
