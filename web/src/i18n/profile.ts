// Words: profiles, who is online, challenges and reports.
import { en } from "./en/profile";
import { area } from "./index";

export const profileWords = area("profile", en);
