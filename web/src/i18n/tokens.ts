// Words: access tokens of programs.
import { en } from "./en/tokens";
import { area } from "./index";

export const tokenWords = area("tokens", en);
