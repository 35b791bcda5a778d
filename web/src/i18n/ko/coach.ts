// Korean: the coach, who explains mistakes.
import type { en } from "../en/coach";
import type { Translation } from "../translation";
import { josa } from "./particles";

export const ko: Translation<typeof en> = {
	lets: (own, side, reply, did) => `${own} 다음 ${side}의 ${josa(reply, "은/는")} ${did}입니다`,
	letsWin: (own, side, reply, moves) =>
		`${own} 다음 ${josa(side, "은/는")} ${josa(reply, "으로/로")} ${moves}수 만에 이깁니다`,
	letsWinBy: (own, side, reply, moves, did) =>
		`${own} 다음 ${josa(side, "은/는")} ${josa(reply, "으로/로")} ${moves}수 만에 이깁니다: ${did}입니다`,
	wouldWin: (move, moves) => `${josa(move, "으로/로")} ${moves}수 만에 이길 수 있었습니다`,
	wouldWinBy: (move, moves, did) => `${josa(move, "으로/로")} ${moves}수 만에 이길 수 있었습니다: ${did}입니다`,
	wouldPrevent: (move) => `${josa(move, "으로/로")} 막을 수 있었습니다`,
	wouldDo: (move, did) => `${josa(move, "이/가")} 더 좋았습니다: ${did}입니다`,
	wasBetter: (move) => `${josa(move, "이/가")} 더 좋았습니다`,
	both: (first, second) => `${first}. ${second}`,
	turningPoint: "승부처:",
	mistakes: (n) => (n ? `실수 ${n}번` : "실수 없음"),
	learn: "실수에서 배우기",
	learnOwn: "내 실수에서 배우기",
	noMistakes: "실수를 찾지 못했습니다.",
	sharePicture: "그림 공유",
	mistakeOf: (n, total) => `실수 ${n} / ${total}`,
	findBetter: "더 좋은 수를 찾으세요",
	playedHere: (side, move) => `여기서 ${josa(side, "은/는")} ${josa(move, "을/를")} 두었습니다.`,
	right: "좋은 수입니다",
	rightAlso: (move, best) => `${move}도 좋습니다. 컴퓨터는 ${josa(best, "을/를")} 더 좋게 봅니다.`,
	wrong: "아직 부족합니다",
	gives: (move, percent) => `${josa(move, "은/는")} ${percent}% 손해입니다.`,
	showMove: "수 보기",
	next: "다음 실수",
	finish: "끝내기",
	found: (n, total) => `${total}개 중 ${n}개를 찾았습니다.`,
	atFirst: (n) => `첫 시도에 ${n}개.`,
	startLearning: "시작",
};
