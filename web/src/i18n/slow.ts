// Words: slow games.
import { en } from "./en/slow";
import { area } from "./index";

export const slowWords = area("slow", en);
