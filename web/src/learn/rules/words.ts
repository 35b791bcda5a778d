// What the page about the rules says, in both languages. Fetched with the page.
import { computed } from "@preact/signals";
import { settings } from "../../browser/settings";

const en = {
	learnLead: "Five in a row is the aim. What can be captured, and what is forbidden, makes the game.",
	learnAim: "Five in a row",
	learnAimText:
		"Two players put down one stone in turn, on any empty point. Whoever has five of their own in an unbroken row, across, down or aslant, wins. Stones never move.",
	learnCapture: "Captures",
	learnCaptureText:
		"Two neighbours between two enemy stones are taken off the board. One move can take several pairs at once. Five pairs win the game.",
	learnCaptureBefore: "Black plays at the cross …",
	learnCaptureAfter: "… and takes the pair.",
	learnStepIn: "Stepping in is safe",
	learnStepInText:
		"A pair that walks in between two enemy stones of its own accord stays. Only the enemy’s move captures.",
	learnGrace: "The grace turn",
	learnGraceText:
		"A five that can be broken has not won yet. The other side has one turn: capture a stone out of the row, or win by a fifth pair. If the row still stands afterwards, it wins.",
	learnGraceBoard: "The crosses break the five.",
	learnThree: "Double-threes",
	learnThreeText:
		"A free three can become an open four: four stones with both ends empty, which nothing stops. A move that makes two free threes at once is forbidden, unless it captures, or makes five.",
	learnThreeBoard: "Black may not play at the barred ring.",
	learnVariants: "Other rules",
	learnVariantsText: "Every rule is a switch. These sets are ready to play:",
	learnOpenings: "Openings",
	learnOpeningsText: "The first player has an advantage. Openings even it out:",
	learnTry: "Play it",
	learnHelp: "While you play",
	learnHelpText:
		"Undo as often as you like. Ask for a hint: it shows a stone with a teal ring, and you decide. Barred rings are points that a rule closes to you. Press ? for all keys.",
};

const fr: typeof en = {
	learnLead: "Le but est d’aligner cinq pierres. Ce qui se capture et ce qui est interdit fait le jeu.",
	learnAim: "Cinq alignés",
	learnAimText:
		"Deux joueurs posent une pierre chacun son tour, sur un point libre. Qui aligne cinq de ses pierres sans trou, en ligne, en colonne ou en diagonale, gagne. Les pierres ne bougent jamais.",
	learnCapture: "Captures",
	learnCaptureText:
		"Deux voisines entre deux pierres ennemies sont retirées du plateau. Un coup peut prendre plusieurs paires à la fois. Cinq paires gagnent la partie.",
	learnCaptureBefore: "Noir joue à la croix …",
	learnCaptureAfter: "… et prend la paire.",
	learnStepIn: "On peut s’y glisser",
	learnStepInText:
		"Une paire qui se glisse d’elle-même entre deux pierres ennemies reste. Seul le coup de l’ennemi capture.",
	learnGrace: "Le tour de grâce",
	learnGraceText:
		"Un cinq qui peut être cassé n’a pas encore gagné. L’autre a un tour : capturer une pierre de la rangée, ou gagner par une cinquième paire. Si la rangée tient encore ensuite, elle gagne.",
	learnGraceBoard: "Les croix cassent le cinq.",
	learnThree: "Doubles-trois",
	learnThreeText:
		"Un trois libre peut devenir un quatre ouvert : quatre pierres aux deux bouts libres, que rien n’arrête. Un coup qui fait deux trois libres à la fois est interdit, sauf s’il capture ou fait cinq.",
	learnThreeBoard: "Noir ne peut pas jouer au rond barré.",
	learnVariants: "Autres règles",
	learnVariantsText: "Chaque règle se règle. Ces jeux sont prêts :",
	learnOpenings: "Ouvertures",
	learnOpeningsText: "Le premier joueur a l’avantage. Les ouvertures l’égalisent :",
	learnTry: "Jouer",
	learnHelp: "Pendant la partie",
	learnHelpText:
		"Annulez autant que vous voulez. Demandez un conseil : une pierre cerclée de bleu-vert apparaît, et vous décidez. Les ronds barrés sont des points qu’une règle vous ferme. La touche ? montre toutes les touches.",
};

export const w = computed(() => (settings.value.language === "fr" ? fr : en));
