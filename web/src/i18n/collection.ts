// Words: the visitor's collection of games.
import { en } from "./en/collection";
import { area } from "./index";

export const collectionWords = area("collection", en);
