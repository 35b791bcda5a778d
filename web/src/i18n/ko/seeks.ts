// Korean: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "대국 신청",
	accept: "수락",
	rated: "등급전",
	casual: "친선전",
	either: "상관없음",
	wishes: "다른 조건",
	alsoRules: "이 규칙도 괜찮음",
	kind: "대국",
	order: "먼저 두는 쪽",
	iFirst: "나",
	theyFirst: "상대",
	byLot: "추첨",
	rating: "상대의 등급",
	least: "최저",
	most: "최고",
	nobody: "아직 기다리는 사람이 없습니다. 그동안 둘 수 있는 상대:",
	computer: "컴퓨터와 바로",
	bot: "봇",
	guest: "손님",
	bullet: "초속기",
	blitz: "속기",
	rapid: "일반",
	slow: "장기",
	waiting: (n) => `${n}명 대기`,
};
