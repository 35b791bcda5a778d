// Japanese: what goes on, on the home page.
import type { en } from "../en/life";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	today: "今日の問題",
	watch: "対局を観戦",
	rooms: (n) => `募集中のルーム ${n}`,
	wins: (side, moves) => `${side}先、${moves}手で勝ち`,
	save: (side) => `${side}先、防ぎは一つ`,
	move: (n) => `${n}手目`,
	watching: (n) => `観戦 ${n}人`,
};
