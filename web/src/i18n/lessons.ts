// Words: the lessons on how the engine thinks.
import { en } from "./en/lessons";
import { area } from "./index";

export const lessonWords = area("lessons", en);
