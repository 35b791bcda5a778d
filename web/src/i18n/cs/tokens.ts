// Czech: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const cs: Translation<typeof en> = {
	title: "Programy",
	text: "S tokenem zde může váš program hrát jako bot.",
	name: "Název programu",
	make: "Vytvořit token",
	once: "Zkopírujte ho hned: znovu se neukáže.",
	token: "Token",
	copy: "Kopírovat",
	copied: "Zkopírováno.",
	never: "nepoužitý",
	used: (when) => `použit: ${when}`,
	revoke: "Zneplatnit",
	revokeIt: (name) => `Zneplatnit token programu ${name}`,
	revokeText: "Program se ihned odpojí a jeho token přestane platit.",
	keep: "Ponechat",
	gone: "Zneplatněno.",
};
