// Russian: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Что играли другие",
	source: "Чьи партии",
	sources: { mine: "Мои", server: "Этот сервер", imported: "Загруженные", collections: "Сборники", engine: "Движок" },
	move: "Ход",
	games: "Партии",
	results: "Итоги",
	rating: "Рейтинг",
	play: (move) => `Сыграть ${move}`,
	share: (black, draws, white) => `Победы чёрных ${black} %, ничьи ${draws} %, победы белых ${white} %`,
	none: "В партиях эта позиция не встречалась. Повёрнутые и зеркальные позиции считаются одной.",
	symmetric: "Повёрнутые и зеркальные позиции считаются одной.",
	failed: "Не удалось просмотреть партии. Попробуйте ещё раз.",
	thisLine: "Эта линия",
	gamesHere: "Партии с этой позицией",
	ratingOfBoth: "Рейтинг обоих",
	anyRating: "Любой рейтинг",
	clock: "Часы",
	tempos: { any: "Любые часы", quick: "Быстрая", long: "Долгая", days: "Дни на ход", unlimited: "Без часов" },
	engineNow: (depth) => `По оценке движка сейчас, глубина ${depth}`,
};
