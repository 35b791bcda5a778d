// Words: the analysis board.
import { en } from "./en/study";
import { fr } from "./fr/study";
import { bilingual } from "./index";

export const studyWords = bilingual(en, fr);
