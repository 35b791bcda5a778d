// German: the lessons on how the engine thinks.
import type { en } from "../en/lessons";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "So denkt der Computer",
	lead: "Sechs kurze Lektionen. Jede Zahl darin hat die Engine berechnet, gegen die du spielst.",
	contents: "Lektionen",
	waiting: "Die Engine berechnet die Zahlen …",
	failed: "Die Engine hat nicht geantwortet.",
	retry: "Noch einmal",
	play: "Abspielen",
	pause: "Pause",
	back: "Ein Schritt zurück",
	on: "Ein Schritt vor",
	restart: "Von vorn",
	stepOf: (step, of) => `Schritt ${step} von ${of}`,
	names: ["Minimax", "Alpha-Beta", "Muster und Gewichte", "Drohen und Schlagen", "Immer tiefer", "Die Tabelle"],
	minimax: [
		"Um einen Zug zu wählen, stellt man sich jeden vor und auf jeden jede Antwort. Am Ende jeder Zugfolge steht eine Zahl: was die Engine von dieser Stellung hält, für die Seite, die jetzt am Zug ist.",
		"Der Gegner ist nicht dumm: Von den Antworten nimmt er die, die für uns am schlechtesten ist. Ein Zug ist also so viel wert wie die kleinste Zahl darunter.",
		"Wir nehmen den Zug, dessen schlimmster Fall der beste ist: die größte dieser Zahlen. Mehr ist Minimax nicht.",
	],
	minimaxNow: {
		leaf: (line, value) => `Nach ${line} sagt die Bewertung ${value}.`,
		min: (side, move, value) => `${side} nimmt die niedrigste Antwort: ${move} ist ${value} wert.`,
		max: (side, move, value) => `${side} nimmt den höchsten Wert: ${move} mit ${value}.`,
	},
	alphabeta: [
		"Unten siehst du die ganze Suche in einer kleinen Stellung, in der Reihenfolge der Engine. Jeder Punkt ist eine Stellung.",
		"Der erste Zug wird mit allen Antworten durchsucht. Danach weiß die Engine, was sie bekommen kann. Sobald eine einzige Antwort zeigt, dass ein anderer Zug schlechter ist, brauchen die übrigen Antworten nicht mehr durchsucht zu werden: schnipp, und weiter zum nächsten Zug.",
	],
	alphabetaNow: {
		root: "Die Suche beginnt bei der Stellung auf dem Brett.",
		leaf: (line, value) => `${line}: Die Tiefe ist erreicht; die Bewertung sagt ${value}.`,
		searched: (line) => `${line}: jetzt die Antworten.`,
		cut: (line, left) =>
			`${line}: Eine Antwort genügt. ${left === 1 ? "1 andere wird" : `${left} andere werden`} übersprungen.`,
		table: (line, value) => `${line}: schon gesehen; die Tabelle sagt ${value}.`,
		forced: (line) => `${line}: ein Gewinn allein durch Drohungen ist gefunden.`,
		other: (line, value) => `${line}: ${value}.`,
	},
	alphabetaSum: (seen, cut, unseen) =>
		`${seen} Stellungen wurden durchsucht. Bei ${cut} davon genügte eine Antwort, und ${unseen} Züge wurden nie probiert: Sie hätten am Ergebnis nichts ändern können.`,
	window: (alpha, beta) => `zwischen ${alpha} und ${beta}`,
	windowText: "Was das Ergebnis noch ändern kann",
	patterns: [
		"Die Engine beurteilt eine Stellung nicht nach ihren Steinen, sondern nach ihren leeren Feldern: Was würde ein Stein hier bewirken, in jeder der vier Richtungen, für Schwarz und für Weiß? Jede Kombination hat ein Gewicht, gelernt aus eigenen Partien der Engine.",
		"Klicke auf ein leeres Feld.",
	],
	axes: ["Waagrecht", "Senkrecht", "Fallend", "Steigend"],
	takes: "Schlägt",
	onTurn: "Wert am Zug",
	waitingTurn: "Wert beim Warten",
	order: "Wie früh es probiert wird",
	pointOf: (name) => `Was die Bewertung in ${name} sieht`,
	sum: (total) => `Alle Felder zusammen, mit den geschlagenen Steinen: ${total} für die Seite am Zug.`,
	threats: [
		"Manche Felder dulden keinen Aufschub. Ein Stern ergäbe einen Fünfer, ein Quadrat einen offenen Vierer, eine Raute einen Vierer, ein Dreieck einen offenen Dreier; ein Kreuz würde schlagen, und gestrichelt umrandet sind Paare in Gefahr.",
		"Vor allem anderen prüft die Engine, ob Drohungen allein gewinnen: Jede muss beantwortet werden, die Zugfolge ist also schmal und lässt sich sehr weit verfolgen.",
	],
	threatsCount: {
		fives: "Fünfer",
		open_fours: "Offener Vierer",
		fours: "Vierer",
		open_threes: "Offener Dreier",
		captures: "Schlagen",
	},
	deepening: [
		"Niemand weiß im Voraus, wie tief die Zeit reicht. Also schaut die Engine einen Zug voraus, dann zwei, dann drei … Jede Tiefe beginnt mit der besten Zugfolge der vorigen, und so fällt mehr weg.",
		"Jede Zeile ist eine vollendete Tiefe. Wann immer die Zeit abläuft, liegt der beste Zug der letzten bereit.",
	],
	depth: "Tiefe",
	best: "Bester Zug",
	score: "Wert",
	nodes: "Stellungen",
	time: "Zeit",
	table: [
		"Dieselben Züge in anderer Reihenfolge führen zur selben Stellung. Die Engine merkt sich, was sie gefunden hat, in einer großen Tabelle und schaut dort zuerst nach.",
		"Hier läuft dieselbe Suche zweimal. Beim zweiten Mal findet sie Antworten in der Tabelle.",
	],
	first: "Beim ersten Mal",
	second: "Beim zweiten Mal",
	lookups: (n) => `${n} Stellungen des zweiten Baums hat die Tabelle sofort beantwortet.`,
	less: (percent) => `${percent} % weniger Stellungen bei gleicher Tiefe.`,
	more: "Live ansehen",
	moreText: "Drücke T in einer Partie oder öffne die Analyse.",
};
