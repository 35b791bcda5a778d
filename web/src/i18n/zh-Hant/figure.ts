// Traditional Chinese: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "可列印的棋圖",
	open: "帶編號和字母的棋圖",
	first: "編號：從第幾手",
	last: "到第幾手",
	letters: "字母位於",
	lettersText: "點選空點，或輸入：K10 L11=x",
	caption: "說明",
	at: "在",
	keep: "儲存到研究",
	kept: "字母已隨此局面儲存。",
	print: "列印",
	svg: "存為 SVG",
	png: "存為 PNG",
	name: "棋圖",
	preview: "棋圖預覽",
};
