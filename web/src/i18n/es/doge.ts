// Spanish: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	lastMove: "tan rápido. mucho pensar",
	thinksNow: "mucho pensar",
	computer: "máquina. muy lista",
	you: "tú. tan humano",
	yourTurn: "mucho turno",
	thinking: "muy pensar",
	moves: "muchas jugada",
	played: (n) => `${n} wow`,
	computerLevel: (level) => `tal nivel ${level}`,
	hint: "ayuda",
	undo: "ups",
	redo: "desups",
	pause: "siesta",
	resume: "despierto",
	draw: "paz",
	resign: "no wow",
};
