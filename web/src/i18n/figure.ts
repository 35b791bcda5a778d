// Words: a diagram to print or save.
import { en } from "./en/figure";
import { area } from "./index";

export const figureWords = area("figure", en);
