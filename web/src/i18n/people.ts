// Words: profiles, ratings, leaderboards and quick games.
import { en } from "./en/people";
import { area } from "./index";

export const peopleWords = area("people", en);
