// Russian: words of doge mode.
import type { en } from "../en/doge";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	lastMove: "так быстро. много мысль",
	thinksNow: "много думать",
	computer: "компьютер. очень умный",
	you: "вы. такой человек",
	yourTurn: "очень ваш ход",
	thinking: "весьма думать",
	moves: "много ход",
	played: (n) => `${n} вау`,
	computerLevel: (level) => `такой уровень ${level}`,
	hint: "памагити",
	undo: "упс",
	redo: "не упс",
	pause: "баиньки",
	resume: "проснулся",
	draw: "мир",
	resign: "не вау",
};
