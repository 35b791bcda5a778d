// Simplified Chinese: what goes on, on the home page.
import type { en } from "../en/life";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	today: "每日一题",
	watch: "观看对局",
	rooms: (n) => `${n} 个开放房间`,
};
