// Words: the thinking panel and the search tree.
import { en } from "./en/thinking";
import { fr } from "./fr/thinking";
import { bilingual } from "./index";

export const thinkingWords = bilingual(en, fr);
