// Czech: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	kind: "Druh hodin",
	increments: "Přídavek",
	byoyomi: "Bjó-jomi",
	minutes: "Minuty",
	increment: "Sekundy přidané za tah",
	periods: "Periody",
	period: "Sekundy na periodu",
	between: (field, least, most) => `${field}: číslo od ${least} do ${most}.`,
	rarely: "Čím méně lidí si hodiny zvolí, tím déle se čeká na soupeře.",
};
