// Traditional Chinese: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	lastMove: "如此快。許多想",
	thinksNow: "非常想",
	computer: "電腦。很聰明",
	you: "你。好人類",
	yourTurn: "非常輪到",
	thinking: "很思考",
	moves: "許多手",
	played: (n) => `${n} 哇`,
	computerLevel: (level) => `如此 ${level} 級`,
	hint: "救命",
	undo: "哎呀",
	redo: "不哎呀",
	pause: "打盹",
	resume: "醒了",
	draw: "和平",
	resign: "不哇",
};
