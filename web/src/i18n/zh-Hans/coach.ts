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
	learnOwn: "从自己的失误中学习",
	noMistakes: "没有发现失误。",
	sharePicture: "分享图片",
	mistakeOf: (n, total) => `失误 ${n} / ${total}`,
	findBetter: "找出更好的一手",
	playedHere: (side, move) => `${side}在这里下了 ${move}。`,
	right: "好棋",
	rightAlso: (move, best) => `${move} 也不错；电脑更倾向 ${best}。`,
	wrong: "还不够好",
	gives: (move, percent) => `${move} 损失 ${percent}%。`,
	showMove: "显示这一手",
	next: "下一个失误",
	finish: "完成",
	found: (n, total) => `${total} 个中找到了 ${n} 个。`,
	atFirst: (n) => `首次即中 ${n} 个。`,
	startLearning: "开始",
};
