// German: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Langsame Partien",
	yourTurn: "Du bist am Zug",
	theirTurn: "Gegner am Zug",
	left: (time) => `noch ${time}`,
	against: (who) => `Gegen ${who}`,
	vacation: "Urlaub und Benachrichtigungen",
	vacationText: (left) =>
		`Im Urlaub stehen die Uhren all deiner langsamen Partien still. Angebrochene Tage zählen. Übrig in diesem Jahr: ${left}.`,
	days: "Tage",
	take: "Urlaub nehmen",
	until: (date) => `Im Urlaub bis ${date}`,
	comeBack: "Zurückkommen",
	notices: "Sag mir, wenn ich am Zug bin",
	noticesText: "Solange diese Seite in einem Tab offen ist, den du gerade nicht ansiehst.",
	noticesAlways: "Auch wenn diese Seite geschlossen ist.",
	noticesDenied: "Dein Browser erlaubt dieser Seite keine Benachrichtigungen.",
	plan: "Bedingte Züge",
	planText:
		"Setze einen Zug des Gegners, dann deine Antwort und so weiter. Kommt es so, wird deine Antwort sofort gespielt. Nur du siehst das.",
	theirMove: "Zug des Gegners:",
	yourAnswer: "Deine Antwort:",
	takeBack: "Zurücknehmen",
	addLine: "Variante hinzufügen",
	removeLine: (moves) => `${moves} entfernen`,
	begins: "Die Partie beginnt, sobald jemand beitritt. Du musst nicht hier warten.",
	away: "Im Urlaub",
};
