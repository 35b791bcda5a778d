// Czech: reasons of moves.
import type { en } from "../en/reasons";
import { list } from "../plural";
import type { Translation } from "../translation";
import { within } from "./grammar";

export const cs: Translation<typeof en> = {
	and: "a",
	effects: {
		five: "tvoří pětku",
		breakable_five: "tvoří pětku, kterou je nutné hned rozbít",
		pairs: "vyhrává braním",
		breaks: "rozbíjí pětku",
		refills: "zaplňuje mezeru po braní",
		open_four: "tvoří otevřenou čtyřku",
		double_four: "tvoří dvě čtyřky najednou",
		four_three: "tvoří čtyřku a otevřenou trojku",
		four: "tvoří čtyřku",
		double_three: "tvoří dvě otevřené trojky",
		open_three: "tvoří otevřenou trojku",
		takes: "bere kameny",
		stops_five: "brání pětce",
		stops_one_five: "brání jedné z pětek",
		stops_open_four: "brání otevřené čtyřce",
		stops_open_three: "brání soupeři v otevřené trojce",
		saves_pair: "zachraňuje kameny před braním",
		attacks_pair: "hrozí braním",
		three: "tvoří trojku",
		open_two: "tvoří dvojku volnou na obou stranách",
		quiet: "nevytváří přímou hrozbu",
	},
	at: (cells) => `na ${list(cells, "a")}`,
	takes: (cells) => (cells.length === 2 ? `bere dvojici ${list(cells, "a")}` : `bere ${list(cells, "a")}`),
	hintTail: "Zahrajte ho, nebo zvolte vlastní tah.",
	hintWins: (moves) => `vyhraje ${within(moves)}`,
	hintWinsBy: (moves, did) => `vyhraje ${within(moves)}: ${did}.`,
	hintLost: (moves) => `Soupeř přesto může vyhrát ${within(moves)}.`,
	hintLongest: (moves) => `vydrží nejdéle: soupeř může vyhrát ${within(moves)}.`,
	hintAhead: "udržuje vaši převahu.",
	hintEven: "udržuje rovnováhu.",
	hintBehind: "je nejlepší nalezená obrana.",
	hintFirst: "je střed: odtud může řada růst všemi směry.",
	hintOpening: "se hodí k tomuto zahájení.",
	signs: { five: "Pětka", open_four: "Otevřená čtyřka", capture: "Braní" },
};
