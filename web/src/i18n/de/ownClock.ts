// German: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const de: Translation<typeof en> = {
	kind: "Art der Uhr",
	increments: "Zuschlag",
	byoyomi: "Byo-yomi",
	minutes: "Minuten",
	increment: "Sekunden Zuschlag je Zug",
	periods: "Perioden",
	period: "Sekunden je Periode",
	between: (field, least, most) => `${field}: eine Zahl von ${least} bis ${most}.`,
	rarely: "Je seltener eine Uhr gewählt wird, desto länger wartet man auf einen Gegner.",
};
