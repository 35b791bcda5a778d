// German: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Offene Gesuche",
	accept: "Annehmen",
	rated: "Gewertet",
	casual: "Ungewertet",
	either: "Egal",
	wishes: "Weitere Wünsche",
	alsoRules: "Diese Regeln gehen auch",
	kind: "Partie",
	order: "Wer beginnt",
	iFirst: "Ich",
	theyFirst: "Der andere",
	byLot: "Das Los",
	rating: "Wertung des Gegners",
	least: "Von",
	most: "Bis",
	nobody: "Noch wartet niemand. Du kannst inzwischen spielen gegen:",
	computer: "Den Computer, sofort",
	bot: "Bot",
	guest: "Gast",
	bullet: "Sehr schnell",
	blitz: "Blitzschnell",
	rapid: "Schnell",
	slow: "Langsam",
	waiting: (n) => `${n} warten`,
};
