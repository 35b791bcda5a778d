// Russian: reasons of moves.
import type { en } from "../en/reasons";
import { list } from "../plural";
import type { Translation } from "../translation";
import { moves as inMoves } from "./grammar";

export const ru: Translation<typeof en> = {
	and: "и",
	effects: {
		five: "строит пятёрку",
		breakable_five: "строит пятёрку, которую надо сразу разбить",
		pairs: "выигрывает взятиями",
		breaks: "разбивает пятёрку",
		refills: "заполняет брешь после взятия",
		open_four: "строит открытую четвёрку",
		double_four: "строит вилку 4×4",
		four_three: "строит вилку 4×3",
		four: "строит четвёрку",
		double_three: "строит вилку 3×3",
		open_three: "строит открытую тройку",
		takes: "берёт камни",
		stops_five: "не даёт построить пятёрку",
		stops_one_five: "не даёт построить одну из пятёрок",
		stops_open_four: "не даёт построить открытую четвёрку",
		stops_open_three: "не даёт сопернику построить открытую тройку",
		saves_pair: "спасает камни от взятия",
		attacks_pair: "грозит взятием",
		three: "строит тройку",
		open_two: "строит двойку, свободную с обеих сторон",
		quiet: "не создаёт прямых угроз",
	},
	at: (cells) => `на ${list(cells, "и")}`,
	takes: (cells) => (cells.length === 2 ? `берёт пару ${list(cells, "и")}` : `берёт ${list(cells, "и")}`),
	hintTail: "Сыграйте так или выберите свой ход.",
	hintWins: (moves) => `выигрывает в ${inMoves(moves)}`,
	hintWinsBy: (moves, did) => `выигрывает в ${inMoves(moves)}: ${did}.`,
	hintLost: (moves) => `Соперник всё же может выиграть в ${inMoves(moves)}.`,
	hintLongest: (moves) => `держится дольше всего: соперник может выиграть в ${inMoves(moves)}.`,
	hintAhead: "сохраняет ваш перевес.",
	hintEven: "сохраняет равновесие.",
	hintBehind: "— лучшая найденная защита.",
	hintFirst: "— центр: отсюда ряд может расти во все стороны.",
	hintOpening: "подходит для этого дебюта.",
	signs: { five: "Пятёрка", open_four: "Открытая четвёрка", capture: "Взятие" },
};
