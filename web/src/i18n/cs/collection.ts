// Czech: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Sbírka",
	about: "Partie ze souborů: SGF, PSQ, REC, POS, RenLib nebo jejich ZIP, každý do 5 MB. Patří jen vám.",
	import: "Importovat soubory",
	progress: "Průběh importu",
	became: (added, known, failed) => `Nové: ${added}, už známé: ${known}, nečitelné: ${failed}.`,
	failures: (failed) => `Nepřečtené partie: ${failed}`,
	saveFailures: "Uložit k opravě",
	since: "Od",
	until: "Do",
	rules: "Pravidla",
	opening: "Zahájení",
	position: "Pozice (odkaz)",
	result: "Výsledek",
	any: "Vše",
	export: "Exportovat",
	deleteTitle: (games) => `Smazat partie (${games})?`,
	empty: "Vaše sbírka je prázdná. Importujte soubor a jeho partie můžete hledat, studovat a exportovat.",
};
