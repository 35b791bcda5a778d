// Simplified Chinese: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "等待中的对局",
	accept: "接受",
	rated: "计分",
	casual: "友谊",
	either: "都可以",
	wishes: "更多要求",
	alsoRules: "这些规则也可以",
	kind: "对局",
	order: "谁先走",
	iFirst: "我",
	theyFirst: "对方",
	byLot: "抽签",
	rating: "对手等级分",
	least: "最低",
	most: "最高",
	nobody: "还没有人在等。在此期间你可以与以下对手对局：",
	computer: "电脑，马上开始",
	bot: "机器人",
	guest: "访客",
	bullet: "超快棋",
	blitz: "快棋",
	rapid: "慢棋",
	slow: "通信棋",
	waiting: (n) => `${n} 人等待`,
};
