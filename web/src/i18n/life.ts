// Words: what goes on, on the home page.
import { en } from "./en/life";
import { area } from "./index";

export const lifeWords = area("life", en);
