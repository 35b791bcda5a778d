// Czech: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	learnLead: "Cílem je pět v řadě. Zajímavou hru dělají braní a zakázané tahy.",
	learnAim: "Pět v řadě",
	learnAimText:
		"Dva hráči střídavě pokládají po jednom kameni na libovolný prázdný průsečík. Vyhrává, kdo první vytvoří nepřerušenou řadu pěti kamenů vodorovně, svisle nebo úhlopříčně. Kameny se nepřesouvají.",
	learnCapture: "Braní",
	learnCaptureText:
		"Dva sousední kameny sevřené mezi dvěma kameny soupeře se odstraní z desky. Jedním tahem lze vzít i několik dvojic najednou. Pět dvojic znamená výhru.",
	learnCaptureBefore: "Černý hraje na křížek…",
	learnCaptureAfter: "…a bere dvojici.",
	learnStepIn: "Vstoupit dovnitř je bezpečné",
	learnStepInText:
		"Dvojici mezi dvěma soupeřovými kameny smíte sami doplnit: zůstane stát. Bere jen vlastní tah soupeře.",
	learnGrace: "Tah na záchranu",
	learnGraceText:
		"Pětka, kterou lze rozbít, ještě nevyhrála. Soupeř má jeden tah: vzít kámen z řady, nebo vyhrát pátou dvojicí. Pokud řada poté stále stojí, vyhrává.",
	learnGraceBoard: "Křížky rozbíjejí pětku.",
	learnThree: "Dvojité trojky",
	learnThreeText:
		"Z otevřené trojky se může stát otevřená čtyřka: čtyři kameny s oběma konci prázdnými, které už nic nezastaví. Tah, který vytvoří dvě otevřené trojky najednou, je zakázaný, pokud nebere nebo netvoří pětku.",
	learnThreeBoard: "Na přeškrtnutý kroužek černý hrát nesmí.",
	learnVariants: "Další pravidla",
	learnVariantsText: "Každé pravidlo lze změnit. Tyto sady jsou připravené:",
	learnOpenings: "Zahájení",
	learnOpeningsText: "Začínající hráč má výhodu. Zahájení ji vyrovnávají:",
	learnTry: "Zahrát si",
	learnHelp: "Při hře",
	learnHelpText:
		"Tahy vracejte, jak často chcete. Požádejte o nápovědu: ukáže kámen s tyrkysovým kroužkem a rozhodnete se sami. Přeškrtnuté kroužky značí místa, kam se hrát nesmí. Klávesa ? ukáže všechny zkratky.",
};
