// Words: a clock with one's own values.
import { en } from "./en/ownClock";
import { area } from "./index";

export const ownClockWords = area("ownClock", en);
