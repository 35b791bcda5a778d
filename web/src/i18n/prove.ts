// Words: proofs on the analysis board.
import { en } from "./en/prove";
import { area } from "./index";

export const proveWords = area("prove", en);
