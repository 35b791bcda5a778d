// Words: the page about the rules.
import { en } from "./en/rules";
import { area } from "./index";

export const rulesWords = area("rules", en);
