// Russian: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const ru: Translation<typeof en> = {
	title: "Коллекция",
	about: "Партии из файлов: SGF, PSQ, REC, POS, RenLib или их ZIP, до 5 МБ каждый. Они видны только вам.",
	import: "Импортировать файлы",
	progress: "Ход импорта",
	became: (added, known, failed) => `Добавлено: ${added}, уже известно: ${known}, не прочитано: ${failed}.`,
	failures: (failed) => `Не удалось прочитать партий: ${failed}`,
	saveFailures: "Сохранить для исправления",
	since: "С",
	until: "По",
	rules: "Правила",
	opening: "Дебют",
	position: "Позиция (ссылка)",
	result: "Результат",
	any: "Любые",
	export: "Экспортировать",
	deleteTitle: (games) => `Удалить партии (${games})?`,
	empty: "Ваша коллекция пуста. Импортируйте файл, чтобы искать, изучать и экспортировать его партии.",
};
