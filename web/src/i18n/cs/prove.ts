// Czech: proofs on the analysis board.
import type { en } from "../en/prove";
import { counted } from "../plural";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Dokázat",
	intro: "Hledá, jak dlouho chcete, výhru, kterou žádná obrana nezastaví; nebo tahy, které obstojí proti hrozbě.",
	looking: "Hledá se vynucená výhra",
	stop: "Zastavit",
	goOn: "Dál",
	time: "Čas",
	refuted: (n) => `Prohrává: ${counted("cs", n, { one: "tah", few: "tahy", other: "tahů" })}.`,
	win: (side, n) => `${side} vynuceně vyhraje, tahů: ${n}`,
	winText: (move) => `${move}, a na každou obranu je odpověď.`,
	lossText: "Na každý tah je odpověď.",
	threat: (side) => `${side} hrozí výhrou`,
	standing: (n) =>
		`Zatím obstojí ${counted("cs", n, { one: "tah", few: "tahy", other: "tahů" })}; všechny ostatní prohrávají.`,
	unknown: "Nic není dokázáno",
	unknownText: (n) => `Vynucená výhra se nenašla, pozic: ${n}.`,
	replaced: "Nahradil ho váš novější důkaz.",
	lost: "Spojení se přerušilo. Pokračujte, až se obnoví.",
	holding: "Tahy, které obstojí",
	losing: "Prohrávají",
	threatened: "Hrozba",
	pick: "Každá obrana a odpověď na ni",
	answered: (reply, move) => `Na ${reply} se odpoví ${move}`,
	others: "jakýkoli jiný",
	wins: "výhra",
	inMoves: (n) => `za ${n}`,
	atOnce: "Jakýkoli jiný tah hned prohrává.",
	large: "I to je dokázáno, ale strom je příliš velký. Zahrajte tahy a dokažte to tam.",
	impossible: (move) => `Tah ${move} tu není možný.`,
	defend: "Bránit se",
	defendNow: "Vyberte obranu na desce.",
	add: "Do studie",
};
