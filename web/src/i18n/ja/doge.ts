// Japanese: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	lastMove: "とても速い。いっぱい考え",
	thinksNow: "めっちゃ考え",
	computer: "AI。すごい賢い",
	you: "あなた。とても人間",
	yourTurn: "すごい番",
	thinking: "とても考え",
	moves: "いっぱい手",
	played: (n) => `${n} わう`,
	computerLevel: (level) => `まさにレベル${level}`,
	hint: "たすけて",
	undo: "あわわ",
	redo: "あわわ取消",
	pause: "すやぁ",
	resume: "起きた",
	draw: "平和",
	resign: "わうなし",
};
