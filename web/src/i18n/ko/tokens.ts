// Korean: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "프로그램",
	text: "토큰이 있으면 내 프로그램이 봇으로 여기서 둘 수 있습니다.",
	name: "프로그램 이름",
	make: "토큰 만들기",
	once: "지금 복사하세요. 다시 보여 주지 않습니다.",
	token: "토큰",
	copy: "복사",
	copied: "복사했습니다.",
	never: "사용한 적 없음",
	used: (when) => `마지막 사용: ${when}`,
	revoke: "폐기",
	revokeIt: (name) => `${name}의 토큰 폐기`,
	revokeText: "프로그램 연결이 바로 끊기고 토큰을 쓸 수 없게 됩니다.",
	keep: "그대로 두기",
	gone: "폐기했습니다.",
};
