// Simplified Chinese: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "可打印的棋图",
	open: "带编号和字母的棋图",
	first: "编号：从第几手",
	last: "到第几手",
	letters: "字母位于",
	lettersText: "点击空点，或输入：K10 L11=x",
	caption: "说明",
	at: "在",
	keep: "保存到研究",
	kept: "字母已随此局面保存。",
	print: "打印",
	svg: "保存为 SVG",
	png: "保存为 PNG",
	name: "棋图",
	preview: "棋图预览",
};
