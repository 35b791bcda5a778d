// Korean: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	kind: "시계 종류",
	increments: "피셔",
	byoyomi: "초읽기",
	minutes: "분",
	increment: "한 수마다 더하는 초",
	periods: "횟수",
	period: "1회 초",
	between: (field, least, most) => `${field}: ${least}부터 ${most}까지의 수.`,
	rarely: "고르는 사람이 적은 시간일수록 상대를 오래 기다립니다.",
};
