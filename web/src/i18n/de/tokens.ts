// German: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Programme",
	text: "Mit einem Token kann eines deiner Programme hier als Bot spielen.",
	name: "Name des Programms",
	make: "Token erstellen",
	once: "Kopiere es jetzt: Es wird nicht noch einmal gezeigt.",
	token: "Token",
	copy: "Kopieren",
	copied: "Kopiert.",
	never: "nie benutzt",
	used: (when) => `benutzt: ${when}`,
	revoke: "Widerrufen",
	revokeIt: (name) => `Token von ${name} widerrufen`,
	revokeText: "Das Programm wird sofort getrennt, und sein Token gilt nicht mehr.",
	keep: "Behalten",
	gone: "Widerrufen.",
};
