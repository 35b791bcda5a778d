// English: the explorer of the analysis board.
export const en = {
	title: "What others played",
	source: "Games of",
	sources: { mine: "Mine", server: "This server", imported: "Imported", collections: "Collections", engine: "Engine" },
	move: "Move",
	games: "Games",
	results: "Results",
	rating: "Rating",
	play: (move: string) => `Play ${move}`,
	share: (black: number, draws: number, white: number) =>
		`Black won ${black} %, drawn ${draws} %, White won ${white} %`,
	none: "No game has passed here. Rotated and mirrored positions count as one.",
	symmetric: "Rotated and mirrored positions count as one.",
	failed: "The games could not be looked up. Try again.",
	thisLine: "This line",
	gamesHere: "Games from here",
	ratingOfBoth: "Rating of both",
	anyRating: "Any rating",
	clock: "Clock",
	tempos: { any: "Any clock", quick: "Quick", long: "Long", days: "Days a move", unlimited: "No clock" },
	engineNow: (depth: number) => `By the engine now, at depth ${depth}`,
};
