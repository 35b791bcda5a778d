// Japanese: the coach, who explains mistakes.
import type { en } from "../en/coach";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	lets: (own, side, reply, did) => `${own} のあと、${side}には ${reply} で${did}手があります`,
	letsWin: (own, side, reply, moves) => `${own} のあと、${side}は ${reply} から${moves}手で勝てます`,
	letsWinBy: (own, side, reply, moves, did) => `${own} のあと、${side}は${did} ${reply} から${moves}手で勝てます`,
	wouldWin: (move, moves) => `${move} なら${moves}手で勝ちでした`,
	wouldWinBy: (move, moves, did) => `${did} ${move} なら${moves}手で勝ちでした`,
	wouldPrevent: (move) => `${move} ならそれを防げました`,
	wouldDo: (move, did) => `${did} ${move} のほうが良い手でした`,
	wasBetter: (move) => `${move} のほうが良い手でした`,
	both: (first, second) => `${first}。${second}`,
	turningPoint: "分かれ目：",
	mistakes: (n) => (n ? `ミス ${n}回` : "ミスなし"),
	learn: "ミスから学ぶ",
	learnOwn: "自分のミスから学ぶ",
	noMistakes: "ミスは見つかりませんでした。",
	sharePicture: "画像を共有",
	mistakeOf: (n, total) => `ミス ${n} / ${total}`,
	findBetter: "もっと良い手を探そう",
	playedHere: (side, move) => `ここで${side}は ${move} と打ちました。`,
	right: "良い手です",
	rightAlso: (move, best) => `${move} も良い手です。AIは ${best} を選びます。`,
	wrong: "まだ足りません",
	gives: (move, percent) => `${move} は${percent}%の損です。`,
	showMove: "手を見る",
	next: "次のミス",
	finish: "終了",
	found: (n, total) => `${total}問中${n}問見つけました。`,
	atFirst: (n) => `一回目で正解：${n}問。`,
	startLearning: "始める",
};
