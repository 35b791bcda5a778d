// Words: puzzles.
import { en } from "./en/puzzles";
import { fr } from "./fr/puzzles";
import { bilingual } from "./index";

export const puzzleWords = bilingual(en, fr);
