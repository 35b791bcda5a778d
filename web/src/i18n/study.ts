// Words: the analysis board.
import { en } from "./en/study";
import { area } from "./index";

export const studyWords = area("study", en);
