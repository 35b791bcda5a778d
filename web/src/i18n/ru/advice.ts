// Russian: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Совет по дебюту",
	rule: "Правило дебюта",
	wait: "Компьютер сравнивает ответы…",
	failed: "Не удалось спросить компьютер. Попробуйте ещё раз.",
	none: "Это правило дебюта здесь ни о чём не спрашивает.",
	better: (side, own, other) => `Преимущество: ${side}, ${own} : ${other}.`,
	even: (black, white) => `Игра равна, ${black} : ${white}.`,
	share: (black, white) => `Чёрные ${black} %, белые ${white} %`,
	aims: {
		forced: "Правило не оставляет другого ответа.",
		centre: "Для первого камня подойдёт любой пункт у центра.",
		strongest: "Лучшее для своего цвета.",
		balance: "Равная игра, потому что затем выбирает другая сторона.",
		leave_room: "Следующий цвет немного впереди, чтобы более поздний камень мог уравнять игру.",
		weakest: "Это меньше всего помогает другой стороне.",
		better_color: "Сторона, которая стоит лучше.",
		pass_on: "Ни одна сторона не лучше: ещё два камня оставляют выбор сопернику.",
		many_good: "Даже последний из предлагаемых камней хорош для чёрных.",
		even_offer: "При стольких предложенных камнях последний ведёт к равной игре.",
	},
};
