// Traditional Chinese: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "別人怎麼下",
	source: "棋譜來源",
	sources: { mine: "我的", server: "本伺服器", imported: "匯入的", collections: "棋譜集", engine: "引擎" },
	move: "著法",
	games: "局數",
	results: "結果",
	rating: "等級分",
	play: (move) => `走 ${move}`,
	share: (black, draws, white) => `黑勝 ${black}%，和棋 ${draws}%，白勝 ${white}%`,
	none: "還沒有對局走到這裡。旋轉或鏡像的局面視為同一局面。",
	symmetric: "旋轉或鏡像的局面視為同一局面。",
	failed: "無法查詢棋譜，請重試。",
	thisLine: "目前著法",
	gamesHere: "經過此局面的對局",
	ratingOfBoth: "雙方等級分",
	anyRating: "不限等級分",
	clock: "時鐘",
	tempos: { any: "不限時鐘", quick: "快棋", long: "慢棋", days: "按天走子", unlimited: "無時鐘" },
	engineNow: (depth) => `引擎目前計算，深度 ${depth}`,
};
