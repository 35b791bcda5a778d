// Words: the lessons on how the engine thinks.
import { en } from "./en/lessons";
import { fr } from "./fr/lessons";
import { bilingual } from "./index";

export const lessonWords = bilingual(en, fr);
