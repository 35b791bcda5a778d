// German: profiles, ratings, leaderboards and quick games.
import type { en } from "../en/people";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	quick: "Schnelle Partie",
	quickText:
		"Wir suchen jemanden mit ähnlicher Wertung. Die Partie wird gewertet, wenn beide Namen eine Passphrase haben.",
	find: "Partie finden",
	looking: "Gegner wird gesucht",
	near: (rating, within) => `Deine Wertung ist ${rating}. Wir suchen bis zu ${within} Punkte darüber und darunter.`,
	others: (n) =>
		n === 0 ? "Sonst wartet noch niemand." : `Außer dir ${n === 1 ? "wartet 1 Person" : `warten ${n} Personen`}.`,
	cancel: "Abbrechen",
	found: "Gegner gefunden.",

	best: "Beste Spieler",
	rank: "Rang",
	player: "Spieler",
	rating: "Wertung",
	record: "Siege, Remis, Niederlagen",
	games: "Partien",
	nobody: "Hier steht noch niemand auf der Liste",
	nobodyText:
		"Nach etwa zehn gewerteten Partien ist eine Wertung gefestigt und kommt auf die Liste. Finde eine Partie und mach den Anfang.",
	toRooms: "Zu den Räumen",
	ranked: (n) => `${n} Spieler auf der Liste`,
	notRanked: (deviation) => `noch nicht auf der Liste: ± ${deviation}`,
	you: "Du",
	guest: "Gast",
	signedMark: "Registrierter Name",
	provisional: "noch nicht gefestigt: ein paar Partien fehlen noch",

	yourPage: "Du",
	name: "Dein Name",
	nameText: "Was andere an deinem Platz und in den Listen sehen.",
	save: "Speichern",
	saved: "Gespeichert.",
	ratings: "Deine Wertungen",
	noRatings: "Noch keine gewertete Partie. Wertungen beginnen bei 1500.",
	history: "Deine Partien",
	elsewhere: "In einem anderen Browser",
	elsewhereText: "Mit einer Passphrase hast du Namen, Wertungen und Partien auch in einem anderen Browser.",
	elsewhereSet: (name) =>
		`Melde dich als ${name} mit deiner Passphrase in jedem Browser an. Wenn du sie änderst, werden alle anderen abgemeldet.`,
	passphrase: "Passphrase",
	passphraseNote: "Mindestens 8 Zeichen. Vergisst du sie, lässt sie sich nicht wiederherstellen.",
	newPassphrase: "Neue Passphrase",
	current: "Aktuelle Passphrase",
	setIt: "Passphrase festlegen",
	changeIt: "Passphrase ändern",
	isSet: "Die Passphrase ist festgelegt.",
	tooShort: "Eine Passphrase braucht mindestens 8 Zeichen.",
	signIn: "Anmelden",
	signInText: "Hast du hier schon in einem anderen Browser gespielt?",
	leavesBehind:
		"Partien und Wertungen dieses Browsers bleiben zurück: Lege erst eine Passphrase fest, wenn du zu ihnen zurückkehren willst.",
	signOut: "Abmelden",
	signOutEverywhere: "Überall abmelden",
	signOutEverywhereText:
		"Jeder Browser, in dem du angemeldet bist, fängt neu an. Du kannst dich jederzeit wieder anmelden.",
	signOutText: "Dieser Browser fängt neu an. Du kannst dich jederzeit wieder anmelden.",
	stay: "Bleiben",
	motto: "Leitspruch",
	mottoText: "Eine eigene Zeile auf deiner öffentlichen Seite. Leer: keine.",
	blockedPeople: "Wen du blockiert hast",
	unblock: "Freigeben",
};
