// Simplified Chinese: what goes on, on the home page.
import type { en } from "../en/life";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	today: "每日一题",
	watch: "观看对局",
	rooms: (n) => `${n} 个开放房间`,
	wins: (side, moves) => `${side}先走，${moves} 手取胜`,
	save: (side) => `${side}先走，唯一防守`,
	move: (n) => `第 ${n} 手`,
	watching: (n) => `${n} 人观看`,
};
