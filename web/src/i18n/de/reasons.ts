// German: reasons of moves.
import type { en } from "../en/reasons";
import { list, plural } from "../plural";
import type { Translation } from "../translation";

const inMoves = (n: number): string => `in ${plural(n, "Zug", "Zügen")}`;

export const de: Translation<typeof en> = {
	and: "und",
	effects: {
		five: "macht fünf in einer Reihe",
		breakable_five: "macht einen Fünfer, der sofort gebrochen werden muss",
		pairs: "gewinnt durch Schlagen",
		breaks: "bricht den Fünfer",
		refills: "füllt die Lücke, die das Schlagen ließ",
		open_four: "macht einen offenen Vierer",
		double_four: "macht zwei Vierer zugleich",
		four_three: "macht einen Vierer und einen offenen Dreier",
		four: "macht einen Vierer",
		double_three: "macht zwei offene Dreier",
		open_three: "macht einen offenen Dreier",
		takes: "schlägt Steine",
		stops_five: "verhindert den Fünfer",
		stops_one_five: "verhindert einen der Fünfer",
		stops_open_four: "verhindert den offenen Vierer",
		stops_open_three: "verhindert einen offenen Dreier der Gegenseite",
		saves_pair: "rettet Steine vor dem Schlagen",
		attacks_pair: "droht zu schlagen",
		three: "macht einen Dreier",
		open_two: "baut einen Zweier mit Platz auf beiden Seiten",
		quiet: "droht nicht direkt",
	},
	at: (cells) => `auf ${list(cells, "und")}`,
	takes: (cells) => (cells.length === 2 ? `schlägt das Paar ${list(cells, "und")}` : `schlägt ${list(cells, "und")}`),
	hintTail: "Nimm diesen Zug oder wähle deinen eigenen.",
	hintWins: (moves) => `gewinnt ${inMoves(moves)}`,
	hintWinsBy: (moves, did) => `gewinnt ${inMoves(moves)}: Der Zug ${did}.`,
	hintLost: (moves) => `Die Gegenseite kann trotzdem ${inMoves(moves)} gewinnen.`,
	hintLongest: (moves) => `hält am längsten stand: Die Gegenseite kann ${inMoves(moves)} gewinnen.`,
	hintAhead: "hält deinen Vorsprung.",
	hintEven: "hält das Gleichgewicht.",
	hintBehind: "ist die beste gefundene Verteidigung.",
	hintFirst: "ist die Mitte: Von dort kann eine Reihe in alle Richtungen wachsen.",
	hintOpening: "passt zur Eröffnung.",
	signs: { five: "Fünfer", open_four: "Offener Vierer", capture: "Schlagen" },
};
