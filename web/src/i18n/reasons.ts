// Words: reasons of moves, for hints, puzzles and lessons.
import { en } from "./en/reasons";
import { fr } from "./fr/reasons";
import { bilingual } from "./index";

export const reasonWords = bilingual(en, fr);
