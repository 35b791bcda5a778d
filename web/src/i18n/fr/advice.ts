// French: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Conseil d’ouverture",
	rule: "Règle d’ouverture",
	wait: "Le moteur compare les réponses …",
	failed: "Le moteur n’a pas pu être consulté. Réessayez.",
	none: "Cette règle d’ouverture ne demande rien ici.",
	better: (side, own, other) => `Avantage : ${side}, ${own} : ${other}.`,
	even: (black, white) => `Partie égale, ${black} : ${white}.`,
	share: (black, white) => `Noir ${black} %, Blanc ${white} %`,
	either: "Les deux camps se valent à peu près : l’un ou l’autre convient.",
	expected: (moves) => `Suite attendue : ${moves}.`,
	aims: {
		forced: "La règle ne laisse pas d’autre réponse.",
		centre: "Pour la première pierre, tout point près du centre convient.",
		strongest: "Le meilleur pour sa couleur.",
		balance: "Aussi égale que possible, car l’autre camp choisit ensuite.",
		leave_room: "La couleur suivante est un peu devant : une autre pierre pourra rétablir l’égalité.",
		weakest: "C’est ce qui aide le moins l’autre camp.",
		better_color: "Le camp qui est mieux placé.",
		for_now: "Le camp le mieux placé pour l’instant : les couleurs peuvent encore être échangées.",
		pass_on: "Aucun camp n’est mieux : deux pierres de plus laissent le choix à l’autre.",
		many_good: "Même la dernière des pierres à proposer est bonne pour Noir.",
		even_offer: "Avec autant de pierres à proposer, la dernière se rapproche le plus d’une partie égale.",
	},
};
