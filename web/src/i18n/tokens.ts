// Words: access tokens of programs.
import { en } from "./en/tokens";
import { fr } from "./fr/tokens";
import { bilingual } from "./index";

export const tokenWords = bilingual(en, fr);
