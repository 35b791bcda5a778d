// Traditional Chinese: what goes on, on the home page.
import type { en } from "../en/life";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	today: "每日一題",
	watch: "觀看對局",
	rooms: (n) => `${n} 個開放房間`,
	wins: (side, moves) => `${side}先走，${moves} 手取勝`,
	save: (side) => `${side}先走，唯一防守`,
	move: (n) => `第 ${n} 手`,
	watching: (n) => `${n} 人觀看`,
};
