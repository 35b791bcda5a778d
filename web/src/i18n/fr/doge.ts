// French: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	lastMove: "si vite. tant pensée",
	thinksNow: "tant réfléchir",
	computer: "ordi. très malin",
	you: "vous. si humain",
	yourTurn: "tellement à vous",
	thinking: "très pensée",
	moves: "tant de coups",
	played: (n) => `${n} wow`,
	computerLevel: (level) => `tel niveau ${level}`,
	hint: "aide",
	undo: "oups",
	redo: "désoups",
	pause: "sieste",
	resume: "debout",
	draw: "paix",
	resign: "pas wow",
};
