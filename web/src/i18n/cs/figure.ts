// Czech: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Diagram k tisku",
	open: "Diagram s čísly a písmeny",
	first: "Čísla od tahu",
	last: "do tahu",
	letters: "Písmena na",
	lettersText: "Klikněte na prázdné body, nebo je napište: K10 L11=x.",
	caption: "Popisek",
	at: "na",
	keep: "Uložit do studie",
	kept: "Písmena jsou uložena u této pozice.",
	print: "Tisk",
	svg: "Uložit jako SVG",
	png: "Uložit jako PNG",
	name: "diagram",
	preview: "Tento diagram",
};
