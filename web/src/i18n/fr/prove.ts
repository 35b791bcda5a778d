// French: proofs on the analysis board.
import type { en } from "../en/prove";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Prouver",
	intro:
		"Cherche un gain qu’aucune défense n’arrête, aussi longtemps que vous voulez ; ou les coups qui tiennent contre une menace.",
	looking: "Recherche d’un gain forcé",
	stop: "Arrêter",
	goOn: "Continuer",
	time: "Temps",
	refuted: (n) => `${plural(n, "coup perdant démontré", "coups perdants démontrés")}.`,
	win: (side, n) => `${side} gagne par force en ${plural(n, "coup", "coups")}`,
	winText: (move) => `${move}, et chaque défense a sa réponse.`,
	lossText: "Chaque coup a sa réponse.",
	threat: (side) => `${side} menace de gagner`,
	standing: (n) => `${plural(n, "coup tient", "coups tiennent")} jusqu’ici ; tous les autres perdent.`,
	unknown: "Rien n’est prouvé",
	unknownText: (n) => `Aucun gain forcé trouvé en ${n} positions.`,
	replaced: "Une preuve plus récente a pris sa place.",
	lost: "La connexion a été perdue. Continuez dès son retour.",
	holding: "Coups qui tiennent",
	losing: "Coups perdants",
	threatened: "La menace",
	pick: "Chaque défense et sa réponse",
	answered: (reply, move) => `${reply} : réponse ${move}`,
	others: "tout autre coup",
	wins: "gagne",
	inMoves: (n) => `en ${n}`,
	atOnce: "Tout autre coup perd aussitôt.",
	large:
		"Ceci est prouvé aussi, mais l’arbre est trop grand pour être montré. Jouez les coups et prouvez à partir de là.",
	impossible: (move) => `${move} n’est pas possible ici.`,
	defend: "Essayer de défendre",
	defendNow: "Choisissez votre défense sur le plateau.",
	add: "Ajouter à l’étude",
};
