// Spanish: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Un diagrama para imprimir",
	open: "Diagrama con números y letras",
	first: "Números desde la jugada",
	last: "hasta la jugada",
	letters: "Letras en",
	lettersText: "Pulsa casillas vacías o escríbelas: K10 L11=x.",
	caption: "Pie",
	at: "en",
	keep: "Guardar en el estudio",
	kept: "Las letras quedan guardadas con esta posición.",
	print: "Imprimir",
	svg: "Guardar como SVG",
	png: "Guardar como PNG",
	name: "diagrama",
	preview: "El diagrama",
};
