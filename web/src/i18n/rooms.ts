// Words: online rooms and the lobby.
import { en } from "./en/rooms";
import { fr } from "./fr/rooms";
import { bilingual } from "./index";

export const roomWords = bilingual(en, fr);
