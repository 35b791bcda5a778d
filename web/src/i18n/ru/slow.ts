// Russian: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Медленные партии",
	yourTurn: "Ваш ход",
	theirTurn: "Ход соперника",
	left: (time) => `осталось: ${time}`,
	against: (who) => `Соперник: ${who}`,
	vacation: "Отпуск и уведомления",
	vacationText: (left) =>
		`В отпуске часы всех ваших медленных партий стоят. Начатый день считается. Осталось в этом году: ${left}.`,
	days: "Дни",
	take: "Уйти в отпуск",
	until: (date) => `В отпуске до ${date}`,
	comeBack: "Вернуться",
	notices: "Сообщать, когда мой ход",
	noticesText: "Пока этот сайт открыт на вкладке, на которую вы не смотрите.",
	noticesAlways: "Даже когда этот сайт закрыт.",
	noticesDenied: "Браузер не разрешает уведомления этого сайта.",
	plan: "Условные ходы",
	planText:
		"Поставьте ход соперника, затем свой ответ и так далее. Если он так сыграет, ваш ответ будет сделан сразу. Это видите только вы.",
	theirMove: "Ход соперника:",
	yourAnswer: "Ваш ответ:",
	takeBack: "Вернуть",
	addLine: "Добавить вариант",
	removeLine: (moves) => `Удалить ${moves}`,
	begins: "Партия начнётся, как только кто-нибудь войдёт. Ждать здесь не нужно.",
	away: "В отпуске",
};
