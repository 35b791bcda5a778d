// German: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Rat zur Eröffnung",
	rule: "Eröffnungsregel",
	wait: "Die Engine vergleicht die Antworten …",
	failed: "Die Engine konnte nicht gefragt werden. Versuche es noch einmal.",
	none: "Diese Eröffnungsregel fragt hier nichts.",
	better: (side, own, other) => `${side} steht besser, ${own} : ${other}.`,
	even: (black, white) => `Ausgeglichen, ${black} : ${white}.`,
	share: (black, white) => `Schwarz ${black} %, Weiß ${white} %`,
	either: "Beide Seiten stehen etwa gleich: Jede ist recht.",
	expected: (moves) => `Erwartete Fortsetzung: ${moves}.`,
	aims: {
		forced: "Die Regel lässt keine andere Antwort.",
		centre: "Für den ersten Stein taugt jedes Feld nahe der Mitte.",
		strongest: "Das Beste für seine Farbe.",
		balance: "So ausgeglichen wie möglich, weil danach die Gegenseite wählt.",
		leave_room: "Die nächste Farbe ist leicht voraus, damit ein späterer Stein ausgleichen kann.",
		weakest: "Das hilft der Gegenseite am wenigsten.",
		better_color: "Die Seite, die besser steht.",
		for_now: "Die Seite, die bisher besser steht: Die Farben können noch getauscht werden.",
		pass_on: "Keine Seite steht besser: Zwei weitere Steine überlassen die Wahl der Gegenseite.",
		many_good: "Selbst der letzte der Steine, die anzubieten sind, ist gut für Schwarz.",
		even_offer: "Bei so vielen angebotenen Steinen kommt der letzte einem ausgeglichenen Spiel am nächsten.",
	},
};
