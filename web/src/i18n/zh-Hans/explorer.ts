// Simplified Chinese: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "别人怎么下",
	source: "棋谱来源",
	sources: { mine: "我的", server: "本服务器", imported: "导入的", collections: "棋谱集", engine: "引擎" },
	move: "着法",
	games: "局数",
	results: "结果",
	rating: "等级分",
	play: (move) => `走 ${move}`,
	share: (black, draws, white) => `黑胜 ${black}%，和棋 ${draws}%，白胜 ${white}%`,
	none: "还没有对局走到这里。旋转或镜像的局面视为同一局面。",
	symmetric: "旋转或镜像的局面视为同一局面。",
	failed: "无法查询棋谱，请重试。",
	thisLine: "当前着法",
	gamesHere: "经过此局面的对局",
	ratingOfBoth: "双方等级分",
	anyRating: "不限等级分",
	clock: "时钟",
	tempos: { any: "不限时钟", quick: "快棋", long: "慢棋", days: "按天走子", unlimited: "无时钟" },
	engineNow: (depth) => `引擎当前计算，深度 ${depth}`,
};
