// French: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Ma collection",
	about:
		"Des parties tirées de fichiers : SGF, PSQ, REC, POS, RenLib ou une archive ZIP, 5 Mo au plus chacun. Elles ne sont qu’à vous.",
	import: "Importer des fichiers",
	progress: "Avancement de l’importation",
	became: (added, known, failed) => `${added} ajoutées, ${known} déjà connues, ${failed} illisibles.`,
	failures: (failed) => `Parties illisibles : ${failed}`,
	saveFailures: "Les enregistrer pour les corriger",
	since: "Depuis",
	until: "Jusqu’à",
	rules: "Règles",
	opening: "Ouverture",
	position: "Position (lien)",
	result: "Résultat",
	any: "Tous",
	export: "Exporter",
	deleteTitle: (games) => `Supprimer ces parties (${games}) ?`,
	empty: "Votre collection est vide. Importez un fichier pour chercher, étudier et exporter ses parties.",
};
