// German: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	lastMove: "so schnell. viel denk",
	thinksNow: "viel denk",
	computer: "computer. sehr schlau",
	you: "du. so mensch",
	yourTurn: "sehr du dran",
	thinking: "sehr denk",
	moves: "viel zug",
	played: (n) => `${n} wow`,
	computerLevel: (level) => `solch stufe ${level}`,
	hint: "hilf",
	undo: "ups",
	redo: "ent-ups",
	pause: "schnarch",
	resume: "wach",
	draw: "frieden",
	resign: "nix wow",
};
