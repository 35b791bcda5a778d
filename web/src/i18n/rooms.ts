// Words: online rooms and the lobby.
import { en } from "./en/rooms";
import { area } from "./index";

export const roomWords = area("rooms", en);
