// German: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Was andere spielten",
	source: "Quelle",
	sources: {
		mine: "Eigene",
		server: "Dieser Server",
		imported: "Importiert",
		collections: "Sammlungen",
		engine: "Die Engine",
	},
	move: "Zug",
	games: "Partien",
	results: "Ergebnisse",
	rating: "Wertung",
	play: (move) => `${move} spielen`,
	share: (black, draws, white) => `Schwarz gewann ${black} %, Remis ${draws} %, Weiß gewann ${white} %`,
	none: "Keine Partie führte hierher. Gedrehte und gespiegelte Stellungen zählen als eine.",
	symmetric: "Gedrehte und gespiegelte Stellungen zählen als eine.",
	failed: "Die Partien ließen sich nicht abrufen. Versuche es noch einmal.",
	thisLine: "Diese Zugfolge",
	gamesHere: "Partien ab hier",
	ratingOfBoth: "Wertung beider",
	anyRating: "Jede Wertung",
	clock: "Uhr",
	tempos: { any: "Jede Uhr", quick: "Schnell", long: "Lang", days: "Tage je Zug", unlimited: "Ohne Uhr" },
	engineNow: (depth) => `Von der Engine jetzt, Tiefe ${depth}`,
};
