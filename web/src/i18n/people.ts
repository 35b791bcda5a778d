// Words: profiles, ratings, leaderboards and quick games.
import { en } from "./en/people";
import { fr } from "./fr/people";
import { bilingual } from "./index";

export const peopleWords = bilingual(en, fr);
