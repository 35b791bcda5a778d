// Spanish: reasons of moves.
import type { en } from "../en/reasons";
import { list, plural } from "../plural";
import type { Translation } from "../translation";

const inMoves = (n: number): string => `en ${plural(n, "jugada", "jugadas")}`;

export const es: Translation<typeof en> = {
	and: "y",
	effects: {
		five: "forma cinco en línea",
		breakable_five: "forma un cinco que hay que romper de inmediato",
		pairs: "gana por capturas",
		breaks: "rompe el cinco",
		refills: "rellena el hueco que dejó la captura",
		open_four: "forma un cuatro abierto",
		double_four: "forma dos cuatros a la vez",
		four_three: "forma un cuatro y un tres abierto",
		four: "forma un cuatro",
		double_three: "forma dos treses abiertos",
		open_three: "forma un tres abierto",
		takes: "captura piedras",
		stops_five: "detiene el cinco",
		stops_one_five: "detiene uno de los cincos",
		stops_open_four: "detiene el cuatro abierto",
		stops_open_three: "impide un tres abierto del rival",
		saves_pair: "salva piedras de la captura",
		attacks_pair: "amenaza con capturar",
		three: "forma un tres",
		open_two: "crea un dos con espacio a ambos lados",
		quiet: "no amenaza nada directo",
	},
	at: (cells) => `en ${list(cells, "y")}`,
	takes: (cells) => (cells.length === 2 ? `captura el par ${list(cells, "y")}` : `captura ${list(cells, "y")}`),
	hintTail: "Juégala, o elige tu propia jugada.",
	hintWins: (moves) => `gana ${inMoves(moves)}`,
	hintWinsBy: (moves, did) => `gana ${inMoves(moves)}: ${did}.`,
	hintLost: (moves) => `El rival aún puede ganar ${inMoves(moves)}.`,
	hintLongest: (moves) => `es lo que más resiste: el rival puede ganar ${inMoves(moves)}.`,
	hintAhead: "mantiene tu ventaja.",
	hintEven: "mantiene la igualdad.",
	hintBehind: "es la mejor defensa encontrada.",
	hintFirst: "es el centro: desde allí una fila puede crecer en todas las direcciones.",
	hintOpening: "encaja en la apertura.",
	signs: { five: "Cinco", open_four: "Cuatro abierto", capture: "Captura" },
};
