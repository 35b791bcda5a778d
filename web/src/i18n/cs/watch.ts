// Czech: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Sledovat partie",
	none: "Právě se nehraje žádná partie",
	noneText: "Partie z veřejných místností se tu ukazují, jak se hrají.",
	over: "Skončila.",
	begins: "Začíná.",
	players: "Hráči",
	viewers: "Diváci",
	apart: "Dokud se hraje, hráči nevidí, co diváci píší.",
	several: "Několik partií najednou",
};
