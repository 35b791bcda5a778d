// Czech: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Co hráli jiní",
	source: "Čí partie",
	sources: { mine: "Moje", server: "Tento server", imported: "Dovezené", collections: "Sbírky", engine: "Program" },
	move: "Tah",
	games: "Partie",
	results: "Výsledky",
	rating: "Rating",
	play: (move) => `Zahrát ${move}`,
	share: (black, draws, white) => `Výhry černého ${black} %, remízy ${draws} %, výhry bílého ${white} %`,
	none: "Touto pozicí zatím žádná partie neprošla. Otočené a zrcadlové pozice se počítají jako jedna.",
	symmetric: "Otočené a zrcadlové pozice se počítají jako jedna.",
	failed: "Partie se nepodařilo vyhledat. Zkuste to znovu.",
	thisLine: "Tato posloupnost",
	gamesHere: "Partie s touto pozicí",
	ratingOfBoth: "Hodnocení obou",
	anyRating: "Každé hodnocení",
	clock: "Hodiny",
	tempos: { any: "Jakékoli hodiny", quick: "Rychlá", long: "Dlouhá", days: "Dny na tah", unlimited: "Bez hodin" },
	engineNow: (depth) => `Podle enginu nyní, hloubka ${depth}`,
};
