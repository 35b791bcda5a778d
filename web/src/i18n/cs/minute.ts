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
		undone: "Nepočítá se do vaší úrovně: tah byl vrácen.",
		hint: "Nepočítá se do vaší úrovně: byla použita nápověda.",
		seats: "Nepočítá se do vaší úrovně: hráči se během partie změnili.",
		setup: "Nepočítá se do vaší úrovně: partie nezačala na prázdné desce.",
		rules: "Nepočítá se do vaší úrovně: pravidla byla změněna.",
		short: "Nepočítá se do vaší úrovně: partie byla příliš krátká.",
	},
};
