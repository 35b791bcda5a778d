// Czech: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	lastMove: "tak rychle. mnoho myslet",
	thinksNow: "moc myslet",
	computer: "počítač. velmi chytrý",
	you: "vy. tolik člověk",
	yourTurn: "hodně na tahu",
	thinking: "velmi myslet",
	moves: "mnoho tah",
	played: (n) => `${n} tyjo`,
	computerLevel: (level) => `taková úroveň ${level}`,
	hint: "pomoc",
	undo: "jejda",
	redo: "nejejda",
	pause: "šlofík",
	resume: "vzhůru",
	draw: "mír",
	resign: "žádné tyjo",
};
