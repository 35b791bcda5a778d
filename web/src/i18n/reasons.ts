// Words: reasons of moves, for hints, puzzles and lessons.
import { en } from "./en/reasons";
import { area } from "./index";

export const reasonWords = area("reasons", en);
