// Words: puzzles.
import { en } from "./en/puzzles";
import { area } from "./index";

export const puzzleWords = area("puzzles", en);
