// Words: the page about the rules.
import { en } from "./en/rules";
import { fr } from "./fr/rules";
import { bilingual } from "./index";

export const rulesWords = bilingual(en, fr);
