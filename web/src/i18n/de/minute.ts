// German: the first minute, and the player’s level.
import type { en } from "../en/minute";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	label: "Die erste Minute",
	count: (n, all) => `${n} von ${all}`,
	newHere: "Neu hier?",
	showMe: "Zeig es mir",
	skip: "Überspringen",
	next: "Weiter",
	play: "Partie spielen",
	close: "Schließen",
	notHere: "Nicht dort. Setze auf das markierte Feld.",
	board: "Brett zum Ausprobieren: Pfeiltasten bewegen, die Eingabetaste setzt",
	steps: [
		{
			title: "Schlag das Paar",
			text: "Zwei Steine zwischen zweien von dir kommen vom Brett. Setze auf das markierte Feld.",
			done: "Das Paar gehört dir. Fünf Paare gewinnen die Partie. Auch deine Paare können geschlagen werden.",
		},
		{
			title: "Brich den Fünfer",
			text: "Weiß hat fünf in einer Reihe, aber einer der Steine lässt sich mit seinem Nachbarn schlagen. Setze auf das Kreuz.",
			done: "Die Reihe ist gebrochen, die Partie geht weiter. Ein Fünfer, den niemand brechen kann, gewinnt.",
		},
		{
			title: "Ein verbotenes Feld",
			text: "Drei mit freien Enden: ein offener Dreier. Zwei zugleich sind verboten: Versuch den Ring.",
			done: "Das Brett zeigt es an. Jetzt spiel: Fünf in einer Reihe gewinnen.",
		},
	],
	matched: "Auf deiner Stufe",
	estimate: (level, off, games) => `${level} ± ${off} nach ${plural(games, "Partie", "Partien")}`,
	unknown: (level) => `Beginnt auf Stufe ${level}`,
	counts: "Beendete Partien zählen, außer mit Rücknahme oder Tipp.",
	customRules: "Partien mit geänderten Regeln zählen nicht.",
	change: (before, after, off) => `Deine Stufe: ${before} → ${after} ± ${off}`,
	nextLevel: (level) => `Nächste: Stufe ${level}.`,
	uncounted: {
		undone: "Zählt nicht für deine Stufe: Ein Zug wurde zurückgenommen.",
		hint: "Zählt nicht für deine Stufe: Du hattest einen Tipp.",
		seats: "Zählt nicht für deine Stufe: Die Spieler wechselten während der Partie.",
		setup: "Zählt nicht für deine Stufe: Die Partie begann nicht auf leerem Brett.",
		rules: "Zählt nicht für deine Stufe: Die Regeln waren geändert.",
		short: "Zählt nicht für deine Stufe: Die Partie war zu kurz.",
	},
};
