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
	notHere: "Nicht dort. Setze auf den markierten Punkt.",
	board: "Brett zum Ausprobieren: Pfeiltasten bewegen, Enter setzt",
	steps: [
		{
			title: "Nimm das Paar",
			text: "Zwei Steine zwischen zweien von dir kommen vom Brett. Setze auf den markierten Punkt.",
			done: "Das Paar gehört dir. Fünf Paare gewinnen die Partie. Auch deine Paare können geschlagen werden.",
		},
		{
			title: "Brich die Fünf",
			text: "Weiß hat fünf in einer Reihe, aber ein Stein davon ist mit seinem Nachbarn zu schlagen. Setze auf das Kreuz.",
			done: "Die Reihe ist gebrochen, die Partie geht weiter. Eine Fünf, die niemand bricht, gewinnt.",
		},
		{
			title: "Ein verbotener Punkt",
			text: "Zwei offene Dreierreihen zugleich sind nicht erlaubt. Versuch den durchgestrichenen Ring.",
			done: "Das Brett zeigt es an. Spiel jetzt: fünf in einer Reihe gewinnen.",
		},
	],
	matched: "Auf deiner Stufe",
	estimate: (level, off, games) => `${level} ± ${off} nach ${plural(games, "Partie", "Partien")}`,
	unknown: (level) => `Beginnt auf Stufe ${level}`,
	counts: "Beendete Partien zählen, außer mit Rücknahme oder Hinweis.",
	customRules: "Partien mit geänderten Regeln zählen nicht.",
	change: (before, after, off) => `Deine Stufe: ${before} → ${after} ± ${off}`,
	nextLevel: (level) => `Nächste: Stufe ${level}.`,
	uncounted: {
		undone: "Deine Stufe bleibt: ein Zug wurde zurückgenommen.",
		hint: "Deine Stufe bleibt: es gab einen Hinweis.",
		seats: "Deine Stufe bleibt: die Spieler wechselten während der Partie.",
		setup: "Deine Stufe bleibt: die Partie begann nicht auf leerem Brett.",
		rules: "Deine Stufe bleibt: die Regeln waren geändert.",
		short: "Deine Stufe bleibt: die Partie war zu kurz.",
	},
};
