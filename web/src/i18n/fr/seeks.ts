// French: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Recherches ouvertes",
	accept: "Accepter",
	rated: "Classée",
	casual: "Amicale",
	either: "Peu importe",
	wishes: "Autres souhaits",
	alsoRules: "Ces règles conviennent aussi",
	kind: "Partie",
	order: "Qui commence",
	iFirst: "Moi",
	theyFirst: "L’autre",
	byLot: "Au hasard",
	rating: "Classement de l’adversaire",
	least: "De",
	most: "À",
	nobody: "Personne n’attend encore. En attendant, vous pouvez jouer contre :",
	computer: "L’ordinateur, tout de suite",
	bot: "Bot",
	guest: "Invité",
	bullet: "Ultra-rapide",
	blitz: "Éclair",
	rapid: "Rapide",
	slow: "Lente",
	waiting: (n) => `${n} en attente`,
};
