// English: words of doge mode. They replace visible words only; screen readers keep the plain ones.
import type { Words } from "./common";

export const en = {
	lastMove: "so fast. many think",
	thinksNow: "much think",
	computer: "computer. very smart",
	you: "you. so human",
	yourTurn: "much turn",
	thinking: "very think",
	moves: "many moves",
	played: (n: number) => `${n} wow`,
	computerLevel: (level: number) => `such level ${level}`,
	hint: "help",
	undo: "oops",
	redo: "unoops",
	pause: "nap",
	resume: "woke",
	draw: "peace",
	resign: "no wow",
} satisfies Partial<Words>;
