// Korean: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "오프닝 조언",
	rule: "오프닝 규칙",
	wait: "엔진이 선택지를 비교하고 있습니다…",
	failed: "엔진에 물어볼 수 없었습니다. 다시 시도하세요.",
	none: "이 오프닝 규칙에서는 여기서 고를 것이 없습니다.",
	better: (side, own, other) => `${side} 우세, ${own} : ${other}.`,
	even: (black, white) => `대등합니다, ${black} : ${white}.`,
	share: (black, white) => `흑 ${black} %, 백 ${white} %`,
	either: "두 쪽이 거의 대등하므로 어느 쪽이든 괜찮습니다.",
	expected: (moves) => `예상 수순: ${moves}`,
	aims: {
		forced: "규칙상 다른 답이 없습니다.",
		centre: "첫 돌은 중앙 근처라면 어디든 좋습니다.",
		strongest: "그 색에 가장 좋은 선택입니다.",
		balance: "다음에 상대가 고르므로 되도록 대등한 형세로 둡니다.",
		leave_room: "다음 색을 조금 앞서게 하여 나중 돌로 균형을 맞출 수 있게 합니다.",
		weakest: "상대에게 가장 도움이 적은 돌입니다.",
		better_color: "형세가 더 좋은 쪽입니다.",
		for_now: "지금까지는 형세가 더 좋은 쪽입니다. 색은 아직 바뀔 수 있습니다.",
		pass_on: "어느 쪽도 우세하지 않습니다. 돌 두 개를 더 두고 상대에게 고르게 합니다.",
		many_good: "제시할 돌 가운데 마지막 것도 흑에게 좋습니다.",
		even_offer: "이만큼 제시하게 하면 마지막 돌이 대등한 형세에 가장 가깝습니다.",
	},
};
