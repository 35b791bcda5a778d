// Spanish: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	title: "Consejo de apertura",
	rule: "Regla de apertura",
	wait: "El motor compara las respuestas…",
	failed: "No se pudo consultar al motor. Inténtalo de nuevo.",
	none: "Esta regla de apertura no pregunta nada aquí.",
	better: (side, own, other) => `Ventaja: ${side}, ${own} : ${other}.`,
	even: (black, white) => `Partida igualada, ${black} : ${white}.`,
	share: (black, white) => `Negro ${black} %, Blanco ${white} %`,
	either: "Los dos bandos están casi igual: sirve cualquiera.",
	expected: (moves) => `Continuación esperada: ${moves}.`,
	aims: {
		forced: "La regla no deja otra respuesta.",
		centre: "Para la primera piedra sirve cualquier casilla cerca del centro.",
		strongest: "Lo mejor para su color.",
		balance: "Lo más igualada posible, porque después elige el otro bando.",
		leave_room: "El color siguiente queda algo por delante, para que otra piedra pueda igualar.",
		weakest: "Es lo que menos ayuda al otro bando.",
		better_color: "El bando que está mejor.",
		for_now: "El bando que está mejor por ahora: los colores aún pueden cambiarse.",
		pass_on: "Ningún bando está mejor: dos piedras más dejan la elección al otro.",
		many_good: "Incluso la última de las piedras por ofrecer es buena para Negro.",
		even_offer: "Con tantas piedras por ofrecer, la última es la que más se acerca a una partida igualada.",
	},
};
