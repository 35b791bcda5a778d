// Korean: the first minute, and the player’s level.
import type { en } from "../en/minute";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	label: "처음 1분",
	count: (n, all) => `${n} / ${all}`,
	newHere: "처음이세요?",
	showMe: "보여 주기",
	skip: "건너뛰기",
	next: "다음",
	play: "대국하기",
	close: "닫기",
	notHere: "거기가 아닙니다. 표시된 점에 두세요.",
	board: "규칙을 시험하는 판: 화살표로 이동, Enter로 착수",
	steps: [
		{
			title: "두 돌 따내기",
			text: "내 돌 사이에 낀 두 돌은 판에서 들어냅니다. 표시된 점에 두세요.",
			done: "두 돌을 땄습니다. 다섯 쌍을 따면 이깁니다. 내 쌍도 따일 수 있습니다.",
		},
		{
			title: "5목 깨기",
			text: "백이 다섯을 이었지만 그중 하나를 이웃 돌과 함께 딸 수 있습니다. 가위표에 두세요.",
			done: "줄이 끊겨 대국이 이어집니다. 아무도 깰 수 없는 5목이 이깁니다.",
		},
		{
			title: "금수 자리",
			text: "양 끝이 빈 세 줄이 ‘열린 3’입니다. 한 번에 두 개는 만들 수 없습니다. 빗금 고리에 두어 보세요.",
			done: "판이 표시해 줍니다. 이제 두세요: 다섯을 이으면 이깁니다.",
		},
	],
	matched: "내 수준으로",
	estimate: (level, off, games) => `${level} ± ${off} (${games}국)`,
	unknown: (level) => `레벨 ${level}에서 시작`,
	counts: "끝난 대국만 반영됩니다. 무르기나 힌트가 있으면 제외됩니다.",
	customRules: "규칙을 바꾼 대국은 반영되지 않습니다.",
	change: (before, after, off) => `내 레벨: ${before} → ${after} ± ${off}`,
	nextLevel: (level) => `다음: 레벨 ${level}.`,
	uncounted: {
		undone: "레벨에 반영되지 않습니다: 수를 물렀습니다.",
		hint: "레벨에 반영되지 않습니다: 힌트를 썼습니다.",
		seats: "레벨에 반영되지 않습니다: 대국 중 대국자가 바뀌었습니다.",
		setup: "레벨에 반영되지 않습니다: 빈 판에서 시작하지 않았습니다.",
		rules: "레벨에 반영되지 않습니다: 규칙이 바뀌었습니다.",
		short: "레벨에 반영되지 않습니다: 대국이 너무 짧았습니다.",
	},
};
