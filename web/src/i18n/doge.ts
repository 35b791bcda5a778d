// Words: doge mode, as a dialect.
import { en } from "./en/doge";
import { fr } from "./fr/doge";

export const dialects = { en, fr };
