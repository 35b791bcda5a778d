// Czech: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Rada k zahájení",
	rule: "Pravidlo zahájení",
	wait: "Počítač porovnává odpovědi…",
	failed: "Počítače se nepodařilo zeptat. Zkuste to znovu.",
	none: "Toto pravidlo zahájení se tu na nic neptá.",
	better: (side, own, other) => `Výhoda: ${side}, ${own} : ${other}.`,
	even: (black, white) => `Vyrovnaná hra, ${black} : ${white}.`,
	share: (black, white) => `Černý ${black} %, bílý ${white} %`,
	either: "Obě strany stojí zhruba stejně: vyhoví každá z nich.",
	expected: (moves) => `Očekávané pokračování: ${moves}.`,
	aims: {
		forced: "Pravidlo nedovoluje jinou odpověď.",
		centre: "První kámen může být kdekoli blízko středu.",
		strongest: "Nejlepší pro danou barvu.",
		balance: "Co nejvyrovnanější, protože potom volí soupeř.",
		leave_room: "Další barva má malou výhodu, aby mohl pozdější kámen hru vyrovnat.",
		weakest: "Soupeři pomůže nejméně.",
		better_color: "Strana, která stojí lépe.",
		for_now: "Strana, která zatím stojí lépe: barvy se ještě mohou vyměnit.",
		pass_on: "Žádná strana nestojí lépe: dva další kameny přenechají volbu soupeři.",
		many_good: "I poslední z nabídnutých kamenů je pro černého dobrý.",
		even_offer: "Při tolika nabídnutých kamenech je poslední nejblíž vyrovnané hře.",
	},
};
