// Words: the first minute, and the player's level.
import { en } from "./en/minute";
import { area } from "./index";

export const minuteWords = area("minute", en);
