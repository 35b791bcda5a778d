// Chinese, traditional: the coach, who explains mistakes.
import type { en } from "../en/coach";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	lets: (own, side, reply, did) => `${own} 之後，${side}可下 ${reply}，${did}`,
	letsWin: (own, side, reply, moves) => `${own} 之後，${side}下 ${reply}，${moves} 手取勝`,
	letsWinBy: (own, side, reply, moves, did) => `${own} 之後，${side}下 ${reply}，${did}，${moves} 手取勝`,
	wouldWin: (move, moves) => `下 ${move} 本可 ${moves} 手取勝`,
	wouldWinBy: (move, moves, did) => `下 ${move}，${did}，本可 ${moves} 手取勝`,
	wouldPrevent: (move) => `下 ${move} 就能防住`,
	wouldDo: (move, did) => `下 ${move} 更好：${did}`,
	wasBetter: (move) => `下 ${move} 更好`,
	both: (first, second) => `${first}；${second}`,
	turningPoint: "轉折點：",
	mistakes: (n) => (n ? `${n} 次失誤` : "沒有失誤"),
	learn: "從失誤中學習",
	learnOwn: "從自己的失誤中學習",
	noMistakes: "沒有發現失誤。",
	sharePicture: "分享圖片",
	mistakeOf: (n, total) => `失誤 ${n} / ${total}`,
	findBetter: "找出更好的一手",
	playedHere: (side, move) => `${side}在這裡下了 ${move}。`,
	right: "好棋",
	rightAlso: (move, best) => `${move} 也不錯；電腦更傾向 ${best}。`,
	wrong: "還不夠好",
	gives: (move, percent) => `${move} 損失 ${percent}%。`,
	showMove: "顯示這一手",
	next: "下一個失誤",
	finish: "完成",
	found: (n, total) => `${total} 個中找到了 ${n} 個。`,
	atFirst: (n) => `首次即中 ${n} 個。`,
	startLearning: "開始",
};
