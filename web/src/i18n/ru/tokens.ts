// Russian: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Программы",
	text: "С токеном ваша программа может играть здесь как бот.",
	name: "Название программы",
	make: "Создать токен",
	once: "Скопируйте его сейчас: больше он не появится.",
	token: "Токен",
	copy: "Копировать",
	copied: "Скопировано.",
	never: "не использован",
	used: (when) => `использован: ${when}`,
	revoke: "Отозвать",
	revokeIt: (name) => `Отозвать токен программы ${name}`,
	revokeText: "Программа сразу отключится, и её токен перестанет действовать.",
	keep: "Оставить",
	gone: "Отозван.",
};
