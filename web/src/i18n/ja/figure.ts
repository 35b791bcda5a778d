// Japanese: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "印刷用の図",
	open: "番号と文字の図",
	first: "番号：この手から",
	last: "この手まで",
	letters: "文字を置く点",
	lettersText: "空いた点をクリックするか入力：K10 L11=x",
	caption: "説明",
	at: "＝",
	keep: "研究に保存",
	kept: "文字をこの局面に保存しました。",
	print: "印刷",
	svg: "SVGで保存",
	png: "PNGで保存",
	name: "図",
	preview: "図の見本",
};
