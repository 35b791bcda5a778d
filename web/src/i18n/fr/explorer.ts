// French: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	title: "Ce que d’autres ont joué",
	source: "Parties de",
	sources: {
		mine: "Les miennes",
		server: "Ce serveur",
		imported: "Importées",
		collections: "Collections",
		engine: "Moteur",
	},
	move: "Coup",
	games: "Parties",
	results: "Résultats",
	rating: "Classement",
	play: (move: string) => `Jouer ${move}`,
	share: (black: number, draws: number, white: number) =>
		`Noir a gagné ${black} %, nulles ${draws} %, Blanc a gagné ${white} %`,
	none: "Aucune partie n’est passée ici. Les positions tournées ou en miroir n’en font qu’une.",
	symmetric: "Les positions tournées ou en miroir n’en font qu’une.",
	failed: "Les parties n’ont pas pu être consultées. Réessayez.",
	thisLine: "Cette suite",
	gamesHere: "Parties à partir d’ici",
	ratingOfBoth: "Classement des deux",
	anyRating: "Tous classements",
	clock: "Pendule",
	tempos: { any: "Toute pendule", quick: "Rapide", long: "Longue", days: "Jours par coup", unlimited: "Sans pendule" },
	engineNow: (depth) => `Par le moteur en ce moment, profondeur ${depth}`,
};
