// Russian: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	kind: "Вид часов",
	increments: "Добавка",
	byoyomi: "Бёёми",
	minutes: "Минуты",
	increment: "Секунды за ход",
	periods: "Периоды",
	period: "Секунды на период",
	between: (field, least, most) => `${field}: число от ${least} до ${most}.`,
	rarely: "Чем реже выбирают такие часы, тем дольше ждать соперника.",
};
