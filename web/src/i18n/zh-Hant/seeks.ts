// Traditional Chinese: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "等待中的對局",
	accept: "接受",
	rated: "計分",
	casual: "友誼",
	either: "都可以",
	wishes: "更多要求",
	alsoRules: "這些規則也可以",
	kind: "對局",
	order: "誰先走",
	iFirst: "我",
	theyFirst: "對方",
	byLot: "抽籤",
	rating: "對手等級分",
	least: "最低",
	most: "最高",
	nobody: "還沒有人在等。在此期間你可以與以下對手對局：",
	computer: "電腦，馬上開始",
	bot: "機器人",
	guest: "訪客",
	bullet: "超快棋",
	blitz: "快棋",
	rapid: "慢棋",
	slow: "通信棋",
	waiting: (n) => `${n} 人等待`,
};
