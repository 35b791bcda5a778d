// Chinese, simplified: the coach, who explains mistakes.
import type { en } from "../en/coach";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	lets: (own, side, reply, did) => `${own} 之后，${side}可下 ${reply}，${did}`,
	letsWin: (own, side, reply, moves) => `${own} 之后，${side}下 ${reply}，${moves} 手取胜`,
	letsWinBy: (own, side, reply, moves, did) => `${own} 之后，${side}下 ${reply}，${did}，${moves} 手取胜`,
	wouldWin: (move, moves) => `下 ${move} 本可 ${moves} 手取胜`,
	wouldWinBy: (move, moves, did) => `下 ${move}，${did}，本可 ${moves} 手取胜`,
	wouldPrevent: (move) => `下 ${move} 就能防住`,
	wouldDo: (move, did) => `下 ${move} 更好：${did}`,
	wasBetter: (move) => `下 ${move} 更好`,
	both: (first, second) => `${first}；${second}`,
	turningPoint: "转折点：",
	mistakes: (n) => (n ? `${n} 次失误` : "没有失误"),
	learn: "从失误中学习",
	noMistakes: "没有发现失误。",
	sharePicture: "分享图片",
};
