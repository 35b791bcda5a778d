// French: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Regarder des parties",
	none: "Aucune partie en cours",
	noneText: "Les parties des salles publiques s’affichent ici pendant qu’elles se jouent.",
	over: "Elle est terminée.",
	begins: "Elle commence.",
	players: "Joueurs",
	viewers: "Spectateurs",
	apart: "Pendant la partie, les joueurs ne voient pas ce que les spectateurs écrivent.",
	several: "Plusieurs parties à la fois",
};
