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
	noMistakes: "ミスは見つかりませんでした。",
	sharePicture: "画像を共有",
};
