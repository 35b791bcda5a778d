// French: the first minute, and the player’s level.
import type { en } from "../en/minute";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	label: "La première minute",
	count: (n, all) => `${n} sur ${all}`,
	newHere: "Vous débutez ?",
	showMe: "Montrez-moi",
	skip: "Passer",
	next: "Suivant",
	play: "Jouer une partie",
	close: "Fermer",
	notHere: "Pas là. Jouez le point marqué.",
	board: "Plateau d’essai : flèches pour se déplacer, Entrée pour jouer",
	steps: [
		{
			title: "Prenez la paire",
			text: "Deux pierres entre deux des vôtres quittent le plateau. Jouez le point marqué.",
			done: "La paire est à vous. Cinq paires gagnent la partie. Les vôtres aussi peuvent être prises.",
		},
		{
			title: "Cassez le cinq",
			text: "Blanc a cinq pierres alignées, mais l’une peut être prise avec sa voisine. Jouez la croix.",
			done: "L’alignement est cassé, la partie continue. Un cinq que personne ne peut casser gagne.",
		},
		{
			title: "Un point interdit",
			text: "Trois alignés aux bouts libres : un trois ouvert. Deux à la fois sont interdits : essayez l’anneau.",
			done: "Le plateau le marque. À vous : cinq alignées gagnent.",
		},
	],
	matched: "À votre niveau",
	estimate: (level, off, games) => `${level} ± ${off} après ${plural(games, "partie", "parties")}`,
	unknown: (level) => `Commence au niveau ${level}`,
	counts: "Les parties finies comptent, sauf avec reprise ou conseil.",
	customRules: "Les parties aux règles modifiées ne comptent pas.",
	change: (before, after, off) => `Votre niveau : ${before} → ${after} ± ${off}`,
	nextLevel: (level) => `Prochain : niveau ${level}.`,
	uncounted: {
		undone: "Ne compte pas pour votre niveau : un coup a été repris.",
		hint: "Ne compte pas pour votre niveau : vous avez eu un conseil.",
		seats: "Ne compte pas pour votre niveau : les joueurs ont changé pendant la partie.",
		setup: "Ne compte pas pour votre niveau : la partie n’a pas commencé sur un plateau vide.",
		rules: "Ne compte pas pour votre niveau : les règles étaient modifiées.",
		short: "Ne compte pas pour votre niveau : la partie était trop courte.",
	},
};
