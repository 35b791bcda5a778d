// Czech: the lessons on how the engine thinks.
import type { en } from "../en/lessons";
import { counted } from "../plural";
import type { Translation } from "../translation";
import { outOf } from "./grammar";

export const cs: Translation<typeof en> = {
	title: "Jak přemýšlí",
	lead: "Šest krátkých lekcí. Každé číslo v nich spočítal engine, se kterým hrajete.",
	contents: "Lekce",
	waiting: "Engine počítá…",
	failed: "Engine neodpověděl.",
	retry: "Zkusit znovu",
	play: "Spustit",
	pause: "Pauza",
	back: "O krok zpět",
	on: "O krok vpřed",
	restart: "Od začátku",
	stepOf: (step, of) => `Krok ${step} ${outOf(of)}`,
	names: ["Minimax", "Alfa-beta", "Vzory a váhy", "Hrozby a braní", "Hlouběji a hlouběji", "Tabulka"],

	minimax: [
		"Chceme-li vybrat tah, představme si každý z nich a každou odpověď na něj. Na konci každé linie je číslo: jak engine hodnotí tu pozici pro stranu, která je teď na tahu.",
		"Soupeř není hloupý: z odpovědí si vybere tu, která je pro nás nejhorší. Tah má tedy hodnotu nejmenšího čísla pod sebou.",
		"My si vybereme tah, jehož nejhorší případ je nejlepší: největší z těchto čísel. A to je celý minimax.",
	],
	minimaxNow: {
		leaf: (line, value) => `Po ${line} je ohodnocení ${value}.`,
		min: (side, move, value) => `${side} vybírá nejnižší odpověď: ${move} má hodnotu ${value}.`,
		max: (side, move, value) => `${side} vybírá nejvyšší: ${move} s hodnotou ${value}.`,
	},
	alphabeta: [
		"Níže je úplné prohledání malé pozice v pořadí, v jakém ho provedl engine. Každá tečka je pozice.",
		"První tah se prohledá se všemi odpověďmi. Pak už engine ví, na co dosáhne. Jakmile jediná odpověď ukáže, že je jiný tah horší, zbylé odpovědi není třeba prohledávat: šmik, a jde se na další tah.",
	],
	alphabetaNow: {
		root: "Hledání začíná pozicí na desce.",
		leaf: (line, value) => `${line}: hloubka dosažena, ohodnocení ${value}.`,
		searched: (line) => `${line}: teď odpovědi.`,
		cut: (line, left) => `${line}: stačila jedna odpověď. Přeskočeno: ${left}.`,
		table: (line, value) => `${line}: už tu bylo; v tabulce je ${value}.`,
		forced: (line) => `${line}: nalezena výhra pouhými hrozbami.`,
		other: (line, value) => `${line}: ${value}.`,
	},
	alphabetaSum: (seen, cut, unseen) =>
		`Prohledáno: ${counted("cs", seen, { one: "pozice", few: "pozice", other: "pozic" })}. Jediná odpověď stačila u ${cut} z nich. Vůbec nevyzkoušených tahů: ${unseen}; výsledek by nezměnily.`,
	window: (alpha, beta) => `mezi ${alpha} a ${beta}`,
	windowText: "Co ještě může změnit výsledek",
	patterns: [
		"Engine neposuzuje pozici podle kamenů, ale podle prázdných průsečíků: co by zde vytvořil kámen v každém ze čtyř směrů, pro černého a pro bílého? Každá kombinace má svou váhu, naučenou z vlastních partií enginu.",
		"Klikněte na libovolný prázdný průsečík.",
	],
	axes: ["Řada", "Sloupec", "Klesající", "Stoupající"],
	takes: "Braní",
	onTurn: "Hodnota na tahu",
	waitingTurn: "Hodnota při čekání",
	order: "Pořadí při hledání",
	pointOf: (name) => `Co ohodnocení vidí na ${name}`,
	sum: (total) => `Všechny průsečíky dohromady i se sebranými kameny: ${total} pro stranu na tahu.`,
	threats: [
		"Některé průsečíky nepočkají. Hvězda by dala pětku, čtverec otevřenou čtyřku, kosočtverec čtyřku, trojúhelník otevřenou trojku; kříž by bral a čárkovaně jsou dvojice v ohrožení.",
		"Nejdříve ze všeho engine ověří, zda nevyhrají samotné hrozby: na každou se musí odpovědět, takže linie je úzká a dá se sledovat velmi daleko.",
	],
	threatsCount: {
		fives: "Pětka",
		open_fours: "Otevřená čtyřka",
		fours: "Čtyřka",
		open_threes: "Otevřená trojka",
		captures: "Braní",
	},
	deepening: [
		"Nikdo předem neví, do jaké hloubky čas vystačí. Engine proto hledí jeden tah dopředu, pak dva, tři… Každá hloubka začíná nejlepší linií té předchozí, a tak se víc prořeže.",
		"Každý řádek je dokončená hloubka. Ať čas vyprší kdykoli, nejlepší tah té poslední je připraven.",
	],
	depth: "Hloubka",
	best: "Nejlepší tah",
	score: "Skóre",
	nodes: "Pozice",
	time: "Čas",
	table: [
		"Stejné tahy v různém pořadí vedou ke stejné pozici. Co engine našel, uchovává ve velké tabulce a dívá se nejdřív tam.",
		"Zde totéž hledání proběhne dvakrát. Podruhé nachází odpovědi v tabulce.",
	],
	first: "Poprvé",
	second: "Podruhé",
	lookups: (n) => `Pozice druhého stromu, na které hned odpověděla tabulka: ${n}.`,
	less: (percent) => `O ${percent} % méně pozic při stejné hloubce.`,
	more: "Podívat se naživo",
	moreText: "V kterékoli partii stiskněte T, nebo otevřete analýzu.",
};
