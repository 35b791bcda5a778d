// Korean: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	lastMove: "너무 빠름. 많은 생각",
	thinksNow: "엄청 생각",
	computer: "컴퓨터. 매우 똑똑",
	you: "나. 너무 인간",
	yourTurn: "엄청 차례",
	thinking: "매우 생각",
	moves: "많은 수",
	played: (n) => `${n} 와우`,
	computerLevel: (level) => `대단 레벨 ${level}`,
	hint: "도와줘",
	undo: "앗",
	redo: "앗 취소",
	pause: "낮잠",
	resume: "깸",
	draw: "평화",
	resign: "노 와우",
};
