// Russian: proofs on the analysis board.
import type { en } from "../en/prove";
import { counted } from "../plural";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Доказать",
	intro: "Ищет победу, от которой нет защиты, сколько вам угодно; или ходы, которые спасают от угрозы.",
	looking: "Ищем форсированную победу",
	stop: "Стоп",
	goOn: "Дальше",
	time: "Время",
	refuted: (n) => `Проигрывают: ${counted("ru", n, { one: "ход", few: "хода", many: "ходов" })}.`,
	win: (side, n) =>
		`${side} форсированно выигрывают за ${counted("ru", n, { one: "ход", few: "хода", many: "ходов" })}`,
	winText: (move) => `${move}, и на каждую защиту есть ответ.`,
	lossText: "На каждый ход есть ответ.",
	threat: (side) => `${side} грозят выиграть`,
	standing: (n) =>
		`Пока держат оборону: ${counted("ru", n, { one: "ход", few: "хода", many: "ходов" })}; остальные проигрывают.`,
	unknown: "Ничего не доказано",
	unknownText: (n) => `Форсированной победы не найдено, позиций: ${n}.`,
	replaced: "Его сменило ваше более новое доказательство.",
	lost: "Связь прервалась. Продолжите, когда она вернётся.",
	holding: "Ходы, которые держат",
	losing: "Проигрывают",
	threatened: "Угроза",
	pick: "Каждая защита и ответ на неё",
	answered: (reply, move) => `На ${reply} ответ ${move}`,
	others: "любой другой",
	wins: "победа",
	inMoves: (n) => `за ${n}`,
	atOnce: "Любой другой ход сразу проигрывает.",
	large: "Это тоже доказано, но дерево слишком велико. Сыграйте ходы и докажите там.",
	impossible: (move) => `Ход ${move} здесь невозможен.`,
	defend: "Защищаться",
	defendNow: "Выберите защиту на доске.",
	add: "В анализ",
};
