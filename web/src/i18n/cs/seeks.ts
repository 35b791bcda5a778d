// Czech: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Kdo hledá partii",
	accept: "Přijmout",
	rated: "Hodnocená",
	casual: "Přátelská",
	either: "Je to jedno",
	wishes: "Další přání",
	alsoRules: "Tato pravidla také vyhovují",
	kind: "Partie",
	order: "Kdo začíná",
	iFirst: "Já",
	theyFirst: "Soupeř",
	byLot: "Losem",
	rating: "Hodnocení soupeře",
	least: "Od",
	most: "Do",
	nobody: "Zatím nikdo nečeká. Mezitím můžete hrát proti:",
	computer: "Počítači, hned",
	bot: "Bot",
	guest: "Host",
	bullet: "Kulka",
	blitz: "Blesková",
	rapid: "Rychlá",
	slow: "Pomalá",
	waiting: (n) => `čeká ${n}`,
};
