// Words: the moderators' page.
import { en } from "./en/moderate";
import { area } from "./index";

export const moderateWords = area("moderate", en);
