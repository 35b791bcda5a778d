// Russian: what goes on, on the home page.
import type { en } from "../en/life";
import { counted } from "../plural";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	today: "Задача дня",
	watch: "Смотреть партию",
	rooms: (n) => counted("ru", n, { one: "открытая комната", few: "открытые комнаты", many: "открытых комнат" }),
	wins: (side, moves) => `${side} выигрывают за ${counted("ru", moves, { one: "ход", few: "хода", many: "ходов" })}`,
	save: (side) => `${side}: одна защита`,
	move: (n) => `Ход ${n}`,
	watching: (n) => counted("ru", n, { one: "зритель", few: "зрителя", many: "зрителей" }),
};
