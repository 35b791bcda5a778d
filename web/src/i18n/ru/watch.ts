// Russian: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Смотреть партии",
	none: "Сейчас никто не играет",
	noneText: "Здесь видны партии открытых комнат, пока они идут.",
	over: "Партия окончена.",
	begins: "Она начинается.",
	players: "Игроки",
	viewers: "Зрители",
	apart: "Пока идёт партия, игроки не видят, что пишут зрители.",
	several: "Несколько партий сразу",
};
