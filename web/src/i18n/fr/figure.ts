// French: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Un diagramme à imprimer",
	open: "Diagramme avec numéros et lettres",
	first: "Numéros du coup",
	last: "au coup",
	letters: "Lettres sur",
	lettersText: "Cliquez des points vides, ou écrivez-les : K10 L11=x.",
	caption: "Légende",
	at: "en",
	keep: "Garder dans l’étude",
	kept: "Les lettres sont gardées avec cette position.",
	print: "Imprimer",
	svg: "Enregistrer en SVG",
	png: "Enregistrer en PNG",
	name: "diagramme",
	preview: "Le diagramme",
};
