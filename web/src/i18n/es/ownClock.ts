// Spanish: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const es: Translation<typeof en> = {
	kind: "Tipo de reloj",
	increments: "Incremento",
	byoyomi: "Byo-yomi",
	minutes: "Minutos",
	increment: "Segundos añadidos por jugada",
	periods: "Periodos",
	period: "Segundos por periodo",
	between: (field, least, most) => `${field}: un número de ${least} a ${most}.`,
	rarely: "Cuanto menos se elige un reloj, más se espera a un rival.",
};
