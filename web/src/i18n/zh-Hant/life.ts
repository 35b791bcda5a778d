// Traditional Chinese: what goes on, on the home page.
import type { en } from "../en/life";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	today: "每日一題",
	watch: "觀看對局",
	rooms: (n) => `${n} 個開放房間`,
};
