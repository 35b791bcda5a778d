// Words: the engine's advice on the questions of an opening.
import { en } from "./en/advice";
import { area } from "./index";

export const adviceWords = area("advice", en);
