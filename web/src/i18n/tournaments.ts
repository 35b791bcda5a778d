// Words: tournaments.
import { en } from "./en/tournaments";
import { area } from "./index";

export const tournamentWords = area("tournaments", en);
