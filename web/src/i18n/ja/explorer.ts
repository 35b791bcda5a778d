// Japanese: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "実戦例",
	source: "棋譜",
	sources: { mine: "自分", server: "このサーバー", imported: "取り込み", collections: "棋譜集", engine: "エンジン" },
	move: "手",
	games: "対局数",
	results: "結果",
	rating: "レーティング",
	play: (move) => `${move} に打つ`,
	share: (black, draws, white) => `黒の勝ち ${black}%、引き分け ${draws}%、白の勝ち ${white}%`,
	none: "この局面になった対局はありません。回転や反転で重なる局面は同じものとして数えます。",
	symmetric: "回転や反転で重なる局面は同じものとして数えます。",
	failed: "棋譜を調べられませんでした。もう一度お試しください。",
	thisLine: "この手順",
	gamesHere: "この局面の対局",
	ratingOfBoth: "両者のレーティング",
	anyRating: "全レーティング",
	clock: "持ち時間",
	tempos: { any: "すべての持ち時間", quick: "短い", long: "長い", days: "一手に数日", unlimited: "時計なし" },
	engineNow: (depth) => `エンジンの現在の読み、深さ ${depth}`,
};
