// What the lessons say, in both languages; fetched together with them.
import { computed } from "@preact/signals";
import { settings } from "../../browser/settings";

const en = {
	title: "How it thinks",
	lead: "Six short lessons. Every number in them was computed by the engine that you play against.",
	contents: "Lessons",
	waiting: "The engine computes the figures …",
	failed: "The engine could not be asked.",
	retry: "Try again",
	play: "Play",
	pause: "Pause",
	back: "One step back",
	on: "One step on",
	restart: "From the start",
	stepOf: (step: number, of: number) => `Step ${step} of ${of}`,
	names: ["Minimax", "Alpha-beta", "Patterns and weights", "Threats and captures", "Deeper and deeper", "The table"],

	minimax: [
		"To choose a move, imagine each one, and each reply to it. At the end of every line stands a number: what the engine thinks of that position, for the side that is to move now.",
		"The enemy is no fool: of the replies it takes the one that is worst for us. So a move is worth the smallest number below it.",
		"We take the move whose worst case is best: the largest of those. That is all that minimax is.",
	],
	minimaxNow: {
		leaf: (line: string, value: string) => `After ${line} the evaluation says ${value}.`,
		min: (side: string, move: string, value: string) => `${side} picks the lowest reply: ${move} is worth ${value}.`,
		max: (side: string, move: string, value: string) => `${side} picks the highest: ${move}, worth ${value}.`,
	},
	alphabeta: [
		"Below is a whole search of a small position, in the order in which the engine went through it. Each dot is a position.",
		"The first move is looked at with all its replies. After that the engine knows what it can have. When a single reply shows that another move is worse, the other replies need not be looked at: scissors, and on to the next.",
	],
	alphabetaNow: {
		root: "It begins at the position on the board.",
		leaf: (line: string, value: string) => `${line}: the depth is reached; the evaluation says ${value}.`,
		searched: (line: string) => `${line}: now the replies.`,
		cut: (line: string, left: number) => `${line}: one reply is enough. ${left} others are not looked at.`,
		table: (line: string, value: string) => `${line}: seen before; the table says ${value}.`,
		forced: (line: string) => `${line}: a win by threats alone is found.`,
		other: (line: string, value: string) => `${line}: ${value}.`,
	},
	alphabetaSum: (seen: number, cut: number, unseen: number) =>
		`${seen} positions were looked at. At ${cut} of them one reply was enough, and ${unseen} moves were never looked at: they could not have changed the result.`,
	window: (alpha: string, beta: string) => `between ${alpha} and ${beta}`,
	windowText: "What can still change the result",
	patterns: [
		"A position is not judged by looking at stones but at empty points: what would a stone make here, along each of four lines, for Black and for White? Each combination has a weight, learned from the engine’s own games.",
		"Click any empty point.",
	],
	axes: ["Row", "Column", "Falling", "Rising"],
	takes: "Captures",
	onTurn: "Worth on its turn",
	waitingTurn: "Worth when it waits",
	order: "How early it is tried",
	pointOf: (name: string) => `What the evaluation sees in ${name}`,
	sum: (total: string) => `All points together, with what was taken: ${total} for the side to move.`,
	threats: [
		"Some points cannot wait. A star would make five, a square an open four, a diamond a four, a triangle an open three; a cross would capture, and dashed capsules are pairs in danger.",
		"Before anything else the engine looks whether threats alone win: each must be answered, so the line is narrow and can be followed very far.",
	],
	threatsCount: {
		fives: "Five",
		open_fours: "Open four",
		fours: "Four",
		open_threes: "Open three",
		captures: "Capture",
	},
	deepening: [
		"Nobody knows beforehand how deep there is time to look. So the engine looks one move ahead, then two, then three … Each depth begins with the best line of the last one, and so the scissors cut more.",
		"Each row is a completed depth. Whenever time is up, the best move of the last one is ready.",
	],
	depth: "Depth",
	best: "Best move",
	score: "Score",
	nodes: "Positions",
	time: "Time",
	table: [
		"Different orders of the same moves lead to the same position. The engine keeps what it found out in a large table and looks there first.",
		"Here the same search is made twice. The second time it finds answers in the table.",
	],
	first: "First time",
	second: "Second time",
	lookups: (n: string) => `${n} positions of the second tree were answered by the table at once.`,
	less: (percent: number) => `${percent} % fewer positions for the same depth.`,
	more: "See it live",
	moreText: "Press T in any game, or open the analysis board.",
};

type Shape<T> = T extends (...given: infer A) => string
	? (...given: A) => string
	: T extends string
		? string
		: { [K in keyof T]: Shape<T[K]> };
type LessonWords = Shape<typeof en>;

const fr: LessonWords = {
	title: "Comment il réfléchit",
	lead: "Six petites leçons. Chaque nombre a été calculé par le moteur contre lequel vous jouez.",
	contents: "Leçons",
	waiting: "Le moteur calcule les chiffres …",
	failed: "Le moteur n’a pas pu être interrogé.",
	retry: "Réessayer",
	play: "Lancer",
	pause: "Pause",
	back: "Un pas en arrière",
	on: "Un pas en avant",
	restart: "Depuis le début",
	stepOf: (step, of) => `Pas ${step} sur ${of}`,
	names: ["Minimax", "Alpha-bêta", "Motifs et poids", "Menaces et prises", "De plus en plus loin", "La table"],
	minimax: [
		"Pour choisir un coup, on imagine chacun d’eux, et chaque réponse. Au bout de chaque ligne se trouve un nombre : ce que le moteur pense de cette position, pour le camp qui a le trait.",
		"L’adversaire n’est pas sot : parmi les réponses il prend la pire pour nous. Un coup vaut donc le plus petit nombre au-dessous de lui.",
		"Nous prenons le coup dont le pire cas est le meilleur : le plus grand de ceux-là. Minimax n’est rien d’autre.",
	],
	minimaxNow: {
		leaf: (line, value) => `Après ${line}, l’évaluation dit ${value}.`,
		min: (side, move, value) => `${side} prend la réponse la plus basse : ${move} vaut ${value}.`,
		max: (side, move, value) => `${side} prend le plus haut : ${move}, qui vaut ${value}.`,
	},
	alphabeta: [
		"Voici toute la recherche d’une petite position, dans l’ordre où le moteur l’a parcourue. Chaque point est une position.",
		"Le premier coup est regardé avec toutes ses réponses. Le moteur sait alors ce qu’il peut avoir. Dès qu’une seule réponse montre qu’un autre coup est moins bon, inutile de regarder les autres : ciseaux, et au suivant.",
	],
	alphabetaNow: {
		root: "Tout commence à la position du plateau.",
		leaf: (line, value) => `${line} : la profondeur est atteinte ; l’évaluation dit ${value}.`,
		searched: (line) => `${line} : voyons les réponses.`,
		cut: (line, left) => `${line} : une réponse suffit. ${left} autres ne sont pas regardées.`,
		table: (line, value) => `${line} : déjà vu ; la table dit ${value}.`,
		forced: (line) => `${line} : un gain par menaces seules est trouvé.`,
		other: (line, value) => `${line} : ${value}.`,
	},
	alphabetaSum: (seen, cut, unseen) =>
		`${seen} positions ont été regardées. Pour ${cut} d’entre elles une réponse a suffi, et ${unseen} coups n’ont jamais été regardés : ils ne pouvaient rien changer au résultat.`,
	window: (alpha, beta) => `entre ${alpha} et ${beta}`,
	windowText: "Ce qui peut encore changer le résultat",
	patterns: [
		"On ne juge pas une position par ses pierres mais par ses points vides : que ferait une pierre ici, sur chacune des quatre lignes, pour Noir et pour Blanc ? Chaque combinaison a un poids, appris des parties du moteur lui-même.",
		"Cliquez sur un point vide.",
	],
	axes: ["Rangée", "Colonne", "Descendante", "Montante"],
	takes: "Prises",
	onTurn: "Valeur au trait",
	waitingTurn: "Valeur en attente",
	order: "Essayé plus ou moins tôt",
	pointOf: (name) => `Ce que l’évaluation voit en ${name}`,
	sum: (total) => `Tous les points ensemble, avec les prises : ${total} pour le camp au trait.`,
	threats: [
		"Certains points ne peuvent pas attendre. Une étoile ferait cinq, un carré un quatre ouvert, un losange un quatre, un triangle un trois ouvert ; une croix capturerait, et les capsules en tirets sont des paires en danger.",
		"Avant tout le reste, le moteur regarde si les menaces seules gagnent : il faut répondre à chacune, la ligne est donc étroite et peut être suivie très loin.",
	],
	threatsCount: {
		fives: "Cinq",
		open_fours: "Quatre ouvert",
		fours: "Quatre",
		open_threes: "Trois ouvert",
		captures: "Prise",
	},
	deepening: [
		"Personne ne sait d’avance jusqu’où le temps suffira. Le moteur regarde donc un coup, puis deux, puis trois … Chaque profondeur commence par la meilleure ligne de la précédente, et les ciseaux coupent davantage.",
		"Chaque rangée est une profondeur achevée. Quand le temps est écoulé, le meilleur coup de la dernière est prêt.",
	],
	depth: "Profondeur",
	best: "Meilleur coup",
	score: "Score",
	nodes: "Positions",
	time: "Temps",
	table: [
		"Les mêmes coups dans un autre ordre mènent à la même position. Le moteur garde ce qu’il a trouvé dans une grande table et y regarde d’abord.",
		"Ici la même recherche est faite deux fois. La seconde fois, elle trouve des réponses dans la table.",
	],
	first: "Première fois",
	second: "Seconde fois",
	lookups: (n) => `${n} positions du second arbre ont eu leur réponse de la table, tout de suite.`,
	less: (percent) => `${percent} % de positions en moins pour la même profondeur.`,
	more: "Le voir en direct",
	moreText: "Appuyez sur T dans une partie, ou ouvrez l’analyse.",
};

export const w = computed<LessonWords>(() => (settings.value.language === "fr" ? fr : en));
