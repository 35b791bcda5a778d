// Czech: the first minute, and the player’s level.
import type { en } from "../en/minute";
import { counted } from "../plural";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	label: "První minuta",
	count: (n, all) => `${n} z ${all}`,
	newHere: "Poprvé tady?",
	showMe: "Ukázat",
	skip: "Přeskočit",
	next: "Dál",
	play: "Zahrát si",
	close: "Zavřít",
	notHere: "Tam ne. Hrajte na označený průsečík.",
	board: "Deska na zkoušku: šipky posouvají, Enter hraje",
	steps: [
		{
			title: "Vezměte dvojici",
			text: "Dva kameny mezi dvěma vašimi jdou z desky. Hrajte na označený průsečík.",
			done: "Dvojice je vaše. Pět dvojic vyhrává. I vaše dvojice lze vzít.",
		},
		{
			title: "Rozbijte pětku",
			text: "Bílý má pět v řadě, ale jeden kámen lze vzít i se sousedem. Hrajte na křížek.",
			done: "Řada je rozbitá a hra pokračuje. Pětka, kterou nikdo nemůže rozbít, vyhrává.",
		},
		{
			title: "Zakázaný průsečík",
			text: "Tři v řadě s volnými konci jsou otevřená trojka. Dvě naráz se nesmějí: zkuste kroužek.",
			done: "Deska to označí. Teď hrajte: pět v řadě vyhrává.",
		},
	],
	matched: "Na vaší úrovni",
	estimate: (level, off, games) =>
		`${level} ± ${off} po ${counted("cs", games, { one: "partii", few: "partiích", other: "partiích" })}`,
	unknown: (level) => `Začíná na úrovni ${level}`,
	counts: "Počítají se dohrané partie bez vracení tahů a bez nápovědy.",
	customRules: "Partie se změněnými pravidly se nepočítají.",
	change: (before, after, off) => `Vaše úroveň: ${before} → ${after} ± ${off}`,
	nextLevel: (level) => `Další: úroveň ${level}.`,
	uncounted: {
		undone: "Vaše úroveň se nemění: tah byl vrácen.",
		hint: "Vaše úroveň se nemění: byla použita nápověda.",
		seats: "Vaše úroveň se nemění: hráči se během partie změnili.",
		setup: "Vaše úroveň se nemění: partie nezačala na prázdné desce.",
		rules: "Vaše úroveň se nemění: pravidla byla změněna.",
		short: "Vaše úroveň se nemění: partie byla příliš krátká.",
	},
};
