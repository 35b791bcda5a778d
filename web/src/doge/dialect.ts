// How doges speak. Only what is seen changes: screen readers go on hearing the plain words.

import type { Language } from "../browser/settings";
import type { Words } from "../i18n/en";

export type Dialect = Partial<
	Pick<
		Words,
		| "lastMove"
		| "thinksNow"
		| "computer"
		| "you"
		| "yourTurn"
		| "thinking"
		| "moves"
		| "hint"
		| "undo"
		| "redo"
		| "pause"
		| "resume"
		| "draw"
		| "resign"
		| "hintPlain"
		| "played"
		| "computerLevel"
	>
>;

export const dialects: Record<Language, Dialect> = {
	en: {
		lastMove: "so fast. many think",
		thinksNow: "much think",
		computer: "computer. very smart",
		you: "you. so human",
		yourTurn: "much turn",
		thinking: "very think",
		moves: "many moves",
		played: (n) => `${n} wow`,
		computerLevel: (level) => `such level ${level}`,
		hint: "help",
		undo: "oops",
		redo: "unoops",
		pause: "nap",
		resume: "woke",
		draw: "peace",
		resign: "no wow",
		hintPlain: "such move. very play.",
	},
	fr: {
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
		hintPlain: "tel coup. très jouer.",
	},
};
