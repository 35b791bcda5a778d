// German: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Partien ansehen",
	none: "Gerade wird keine Partie gespielt",
	noneText: "Hier sieht man Partien öffentlicher Räume, während sie gespielt werden.",
	over: "Sie ist beendet.",
	begins: "Sie beginnt.",
	players: "Spieler",
	viewers: "Zuschauer",
	apart: "Solange gespielt wird, sehen die Spieler nicht, was Zuschauer schreiben.",
	several: "Mehrere Partien zugleich",
};
