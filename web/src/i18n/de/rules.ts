// German: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	learnLead: "Das Ziel sind fünf in einer Reihe. Schlagen und verbotene Züge machen es spannend.",
	learnAim: "Fünf in einer Reihe",
	learnAimText:
		"Zwei Spieler setzen abwechselnd je einen Stein auf ein beliebiges leeres Feld. Wer zuerst fünf lückenlos in einer Reihe hat, waagrecht, senkrecht oder diagonal, gewinnt. Gesetzte Steine werden nie verschoben.",
	learnCapture: "Schlagen",
	learnCaptureText:
		"Zwei benachbarte Steine, die von zwei gegnerischen in die Zange genommen werden, kommen vom Brett. Ein Zug kann mehrere Paare zugleich schlagen. Fünf Paare gewinnen die Partie.",
	learnCaptureBefore: "Schwarz spielt auf das Kreuz …",
	learnCaptureAfter: "… und schlägt das Paar.",
	learnStepIn: "Dazwischensetzen ist sicher",
	learnStepInText:
		"Du darfst ein Paar zwischen zwei gegnerischen Steinen selbst vervollständigen: Es bleibt stehen. Nur ein Zug des Gegners schlägt.",
	learnGrace: "Die Gnadenfrist",
	learnGraceText:
		"Ein Fünfer, der gebrochen werden kann, hat noch nicht gewonnen. Die Gegenseite hat einen Zug: einen Stein aus der Reihe schlagen oder mit dem fünften Paar gewinnen. Steht die Reihe danach noch, gewinnt sie.",
	learnGraceBoard: "Die Kreuze brechen den Fünfer.",
	learnThree: "Doppeldreier",
	learnThreeText:
		"Ein offener Dreier kann zum offenen Vierer werden: vier Steine mit zwei freien Enden, die nichts mehr aufhält. Ein Zug, der zwei offene Dreier zugleich macht, ist verboten, außer er schlägt oder macht fünf.",
	learnThreeBoard: "Auf den durchgestrichenen Ring darf Schwarz nicht setzen.",
	learnVariants: "Andere Regeln",
	learnVariantsText: "Jede Regel lässt sich ändern. Diese Regelwerke sind spielbereit:",
	learnOpenings: "Eröffnungen",
	learnOpeningsText: "Wer beginnt, hat einen Vorteil. Eröffnungen gleichen ihn aus:",
	learnTry: "Spielen",
	learnHelp: "Während du spielst",
	learnHelpText:
		"Nimm Züge zurück, so oft du willst. Bitte um einen Tipp: Ein Stein mit blaugrünem Ring erscheint, und du entscheidest. Durchgestrichene Ringe zeigen Felder, auf die du nicht setzen darfst. Die Taste ? zeigt alle Kürzel.",
};
