// Words: watching games.
import { en } from "./en/watch";
import { area } from "./index";

export const watchWords = area("watch", en);
