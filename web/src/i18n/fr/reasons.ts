// French: reasons of moves.
import type { en } from "../en/reasons";
import { list, plural } from "../plural";
import type { Translation } from "../translation";

const inMoves = (moves: number) => plural(moves, "coup", "coups");

export const fr: Translation<typeof en> = {
	and: "et",
	effects: {
		five: "aligne cinq",
		breakable_five: "aligne cinq, à casser tout de suite",
		pairs: "gagne par prises",
		breaks: "casse le cinq",
		refills: "remplit le trou laissé par la prise",
		open_four: "fait un quatre ouvert",
		double_four: "fait deux quatre à la fois",
		four_three: "fait un quatre et un trois ouvert",
		four: "fait un quatre",
		double_three: "fait deux trois ouverts",
		open_three: "fait un trois ouvert",
		takes: "capture",
		stops_five: "empêche le cinq",
		stops_one_five: "empêche un des cinq",
		stops_open_four: "empêche le quatre ouvert",
		stops_open_three: "empêche un trois ouvert adverse",
		saves_pair: "sauve des pierres de la prise",
		attacks_pair: "menace de capturer",
		three: "fait un trois",
		open_two: "construit un deux libre des deux côtés",
		quiet: "ne menace rien directement",
	},
	at: (cells) => `en ${list(cells, "et")}`,
	takes: (cells) => (cells.length === 2 ? `prend la paire ${list(cells, "et")}` : `prend ${list(cells, "et")}`),
	hintTail: "Jouez-le, ou choisissez le vôtre.",
	hintWins: (moves) => `gagne en ${inMoves(moves)}`,
	hintWinsBy: (moves, did) => `gagne en ${inMoves(moves)} : il ${did}.`,
	hintLost: (moves) => `L’autre camp peut encore gagner en ${inMoves(moves)}.`,
	hintLongest: (moves) => `tient le plus longtemps : l’autre camp peut gagner en ${inMoves(moves)}.`,
	hintAhead: "garde votre avance.",
	hintEven: "garde l’équilibre.",
	hintBehind: "est la meilleure défense trouvée.",
	hintFirst: "est le centre : de là, une rangée peut grandir dans toutes les directions.",
	hintOpening: "convient à l’ouverture.",
	signs: { five: "Cinq", open_four: "Quatre ouvert", capture: "Prise" },
};
