// Words: doge mode, as a dialect.
import { en } from "./en/doge";
import { area } from "./index";

export const dogeWords = area("doge", en);
