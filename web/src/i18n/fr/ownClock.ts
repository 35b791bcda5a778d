// French: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const fr: Translation<typeof en> = {
	kind: "Type de pendule",
	increments: "Incrément",
	byoyomi: "Byo-yomi",
	minutes: "Minutes",
	increment: "Secondes ajoutées par coup",
	periods: "Périodes",
	period: "Secondes par période",
	between: (field, least, most) => `${field} : un nombre de ${least} à ${most}.`,
	rarely: "Plus une pendule est rare, plus on attend un adversaire.",
};
