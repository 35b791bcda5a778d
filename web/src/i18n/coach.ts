// Words: the coach, who explains mistakes.
import { en } from "./en/coach";
import { area } from "./index";

export const coachWords = area("coach", en);
