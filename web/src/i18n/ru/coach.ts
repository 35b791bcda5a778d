// Russian: the coach, who explains mistakes.
import type { en } from "../en/coach";
import { counted } from "../plural";
import type { Translation } from "../translation";
import { agree, moves as inMoves, inside } from "./grammar";

export const ru: Translation<typeof en> = {
	lets: (own, side, reply, did) =>
		`После ${own} ${agree(inside(side), "может", "могут")} сыграть ${reply}: этот ход ${did}`,
	letsWin: (own, side, reply, moves) =>
		`После ${own} ${agree(inside(side), "выигрывает", "выигрывают")} ходом ${reply} в ${inMoves(moves)}`,
	letsWinBy: (own, side, reply, moves, did) =>
		`После ${own} ${agree(inside(side), "выигрывает", "выигрывают")} ходом ${reply} в ${inMoves(moves)}: этот ход ${did}`,
	wouldWin: (move, moves) => `${move} выигрывало в ${inMoves(moves)}`,
	wouldWinBy: (move, moves, did) => `${move} выигрывало в ${inMoves(moves)}: этот ход ${did}`,
	wouldPrevent: (move) => `${move} помешало бы этому`,
	wouldDo: (move, did) => `лучше было ${move}: этот ход ${did}`,
	wasBetter: (move) => `лучше было ${move}`,
	both: (first, second) => `${first}; ${second}`,
	turningPoint: "Перелом:",
	mistakes: (n) => (n ? counted("ru", n, { one: "ошибка", few: "ошибки", many: "ошибок" }) : "без ошибок"),
	learn: "Учиться на ошибках",
	learnOwn: "Учиться на своих ошибках",
	noMistakes: "Ошибок не найдено.",
	sharePicture: "Поделиться картинкой",
	mistakeOf: (n, total) => `Ошибка ${n} из ${total}`,
	findBetter: "Найдите ход лучше",
	playedHere: (side, move) => `Здесь ${agree(inside(side), "сыграл", "сыграли")} ${move}.`,
	right: "Хороший ход",
	rightAlso: (move, best) => `${move} тоже хорошо; компьютер предпочитает ${best}.`,
	wrong: "Недостаточно хорошо",
	gives: (move, percent) => `${move} теряет ${percent} %.`,
	showMove: "Показать ход",
	next: "Следующая ошибка",
	finish: "Завершить",
	found: (n, total) => `Найдено ${n} из ${total}.`,
	atFirst: (n) => `С первой попытки: ${n}.`,
	startLearning: "Начать",
};
