// German: proofs on the analysis board.
import type { en } from "../en/prove";
import { plural } from "../plural";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Beweisen",
	intro:
		"Sucht, so lange du willst, einen Gewinn, den keine Verteidigung aufhält; oder die Züge, die gegen eine Drohung bestehen.",
	looking: "Sucht einen erzwungenen Gewinn",
	stop: "Anhalten",
	goOn: "Weiter",
	time: "Zeit",
	refuted: (n) => `${plural(n, "Zug verliert", "Züge verlieren")} nachweislich.`,
	win: (side, n) => `${side} gewinnt erzwungen in ${plural(n, "Zug", "Zügen")}`,
	winText: (move) => `${move}, und jede Verteidigung hat eine Antwort.`,
	lossText: "Jeder Zug hat eine Antwort.",
	threat: (side) => `${side} droht zu gewinnen`,
	standing: (n) => `${plural(n, "Zug besteht", "Züge bestehen")} bisher dagegen; jeder andere verliert.`,
	unknown: "Nichts ist bewiesen",
	unknownText: (n) => `In ${n} Stellungen fand sich kein erzwungener Gewinn.`,
	replaced: "Ein neuerer Beweis von dir ist an seine Stelle getreten.",
	lost: "Die Verbindung ist abgerissen. Mach weiter, wenn sie wieder da ist.",
	holding: "Züge, die bestehen",
	losing: "Verlustzüge",
	threatened: "Die Drohung",
	pick: "Jede Verteidigung und ihre Antwort",
	answered: (reply, move) => `Auf ${reply} folgt ${move}`,
	others: "jeder andere Zug",
	wins: "gewinnt",
	inMoves: (n) => `in ${n}`,
	atOnce: "Jeder andere Zug verliert sofort.",
	large: "Auch das ist bewiesen, aber der Baum ist zu groß. Spiele die Züge und beweise es dort.",
	impossible: (move) => `${move} ist hier nicht möglich.`,
	defend: "Verteidigen",
	defendNow: "Wähle deine Verteidigung auf dem Brett.",
	add: "In die Studie",
};
