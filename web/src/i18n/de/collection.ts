// German: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Sammlung",
	about: "Partien aus Dateien: SGF, PSQ, REC, POS, RenLib oder ein ZIP davon, je bis zu 5 MB. Sie gehören dir allein.",
	import: "Dateien importieren",
	progress: "Fortschritt des Imports",
	became: (added, known, failed) => `${added} neu, ${known} schon bekannt, ${failed} nicht lesbar.`,
	failures: (failed) => `Nicht lesbar: ${failed}`,
	saveFailures: "Zum Reparieren speichern",
	since: "Seit",
	until: "Bis",
	rules: "Regeln",
	opening: "Eröffnung",
	position: "Stellung (Link)",
	result: "Ergebnis",
	any: "Alle",
	export: "Exportieren",
	deleteTitle: (games) => `Diese Partien löschen (${games})?`,
	empty: "Deine Sammlung ist leer. Importiere eine Datei, um ihre Partien zu suchen, zu studieren und zu exportieren.",
};
