// Czech: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Pomalé partie",
	yourTurn: "Jste na tahu",
	theirTurn: "Na tahu je soupeř",
	left: (time) => `zbývá ${time}`,
	against: (who) => `Proti: ${who}`,
	vacation: "Dovolená a upozornění",
	vacationText: (left) =>
		`Dovolená zastaví hodiny všech vašich pomalých partií. Započatý den se počítá. Letos zbývá: ${left}.`,
	days: "Dny",
	take: "Vzít si dovolenou",
	until: (date) => `Na dovolené do ${date}`,
	comeBack: "Vrátit se",
	notices: "Upozornit, když jsem na tahu",
	noticesText: "Dokud je tato stránka otevřená na kartě, na kterou se nedíváte.",
	noticesAlways: "I když je tato stránka zavřená.",
	noticesDenied: "Prohlížeč upozornění této stránky nepovoluje.",
	plan: "Podmíněné tahy",
	planText:
		"Položte tah soupeře, pak svou odpověď a tak dále. Pokud to tak přijde, vaše odpověď se zahraje hned. Vidíte to jen vy.",
	theirMove: "Tah soupeře:",
	yourAnswer: "Vaše odpověď:",
	takeBack: "Vzít zpět",
	addLine: "Přidat variantu",
	removeLine: (moves) => `Odebrat ${moves}`,
	begins: "Partie začne, jakmile se někdo připojí. Nemusíte tu čekat.",
	away: "Na dovolené",
};
