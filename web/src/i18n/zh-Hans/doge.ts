// Simplified Chinese: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	lastMove: "如此快。许多想",
	thinksNow: "非常想",
	computer: "电脑。很聪明",
	you: "你。好人类",
	yourTurn: "非常轮到",
	thinking: "很思考",
	moves: "许多手",
	played: (n) => `${n} 哇`,
	computerLevel: (level) => `如此 ${level} 级`,
	hint: "救命",
	undo: "哎呀",
	redo: "不哎呀",
	pause: "打盹",
	resume: "醒了",
	draw: "和平",
	resign: "不哇",
};
