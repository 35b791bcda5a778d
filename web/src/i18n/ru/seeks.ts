// Russian: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Кто ищет игру",
	accept: "Принять",
	rated: "Рейтинговая",
	casual: "Товарищеская",
	either: "Всё равно",
	wishes: "Другие пожелания",
	alsoRules: "Эти правила тоже подойдут",
	kind: "Партия",
	order: "Кто начинает",
	iFirst: "Я",
	theyFirst: "Соперник",
	byLot: "По жребию",
	rating: "Рейтинг соперника",
	least: "От",
	most: "До",
	nobody: "Пока никто не ждёт. А пока можно сыграть:",
	computer: "С компьютером, сразу",
	bot: "Бот",
	guest: "Гость",
	bullet: "Пуля",
	blitz: "Блиц",
	rapid: "Рапид",
	slow: "Медленная",
	waiting: (n) => `ждут: ${n}`,
};
