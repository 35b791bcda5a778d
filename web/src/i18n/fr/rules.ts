// French: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	learnLead: "Le but est d’aligner cinq pierres. Les captures et les coups interdits font tout le sel du jeu.",
	learnAim: "Cinq alignés",
	learnAimText:
		"Deux joueurs posent une pierre chacun son tour, sur un point libre. Le premier qui en aligne cinq sans trou, en ligne, en colonne ou en diagonale, gagne. Les pierres ne bougent jamais.",
	learnCapture: "Captures",
	learnCaptureText:
		"Deux pierres voisines prises entre deux pierres ennemies sont retirées du plateau. Un coup peut prendre plusieurs paires à la fois. Cinq paires gagnent la partie.",
	learnCaptureBefore: "Noir joue à la croix …",
	learnCaptureAfter: "… et prend la paire.",
	learnStepIn: "S’y glisser est sans danger",
	learnStepInText:
		"Une paire qui se glisse d’elle-même entre deux pierres ennemies reste. Seul le coup de l’ennemi capture.",
	learnGrace: "Le tour de grâce",
	learnGraceText:
		"Un cinq qui peut être cassé n’a pas encore gagné. L’autre a un tour : capturer une pierre de la rangée, ou gagner par une cinquième paire. Si la rangée tient encore ensuite, elle gagne.",
	learnGraceBoard: "Les croix cassent le cinq.",
	learnThree: "Doubles-trois",
	learnThreeText:
		"Un trois ouvert peut devenir un quatre ouvert : quatre pierres aux deux bouts libres, que rien n’arrête. Un coup qui fait deux trois ouverts à la fois est interdit, sauf s’il capture ou fait cinq.",
	learnThreeBoard: "Noir ne peut pas jouer au rond barré.",
	learnVariants: "Autres règles",
	learnVariantsText: "Chaque règle peut être modifiée. Ces jeux de règles sont prêts :",
	learnOpenings: "Ouvertures",
	learnOpeningsText: "Le premier joueur a l’avantage. Les ouvertures l’égalisent :",
	learnTry: "Jouer",
	learnHelp: "Pendant la partie",
	learnHelpText:
		"Annulez autant que vous voulez. Demandez un conseil : une pierre cerclée de bleu-vert apparaît, et vous décidez. Les ronds barrés marquent les points interdits. La touche ? montre tous les raccourcis.",
};
