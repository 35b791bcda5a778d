// German: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	title: "Ein Diagramm zum Drucken",
	open: "Diagramm mit Nummern und Buchstaben",
	first: "Nummern ab Zug",
	last: "bis Zug",
	letters: "Buchstaben auf",
	lettersText: "Freie Felder anklicken oder eingeben: K10 L11=x.",
	caption: "Bildunterschrift",
	at: "auf",
	keep: "In der Studie behalten",
	kept: "Die Buchstaben bleiben bei dieser Stellung.",
	print: "Drucken",
	svg: "Als SVG speichern",
	png: "Als PNG speichern",
	name: "diagramm",
	preview: "Das Diagramm",
};
