// Russian: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Диаграмма для печати",
	open: "Диаграмма с номерами и буквами",
	first: "Номера с хода",
	last: "по ход",
	letters: "Буквы на",
	lettersText: "Нажмите свободные пункты или впишите их: K10 L11=x.",
	caption: "Подпись",
	at: "на",
	keep: "Сохранить в студии",
	kept: "Буквы сохранены с этой позицией.",
	print: "Печать",
	svg: "Сохранить как SVG",
	png: "Сохранить как PNG",
	name: "диаграмма",
	preview: "Сама диаграмма",
};
