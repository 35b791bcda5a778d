// Korean: the lessons on how the engine thinks.
import type { en } from "../en/lessons";
import type { Translation } from "../translation";
import { josa } from "./particles";

export const ko: Translation<typeof en> = {
	title: "컴퓨터의 생각",
	lead: "짧은 강의 여섯 편. 여기 나오는 숫자는 모두 여러분이 상대하는 엔진이 계산했습니다.",
	contents: "강의",
	waiting: "엔진이 숫자를 계산하고 있습니다…",
	failed: "엔진이 응답하지 않습니다.",
	retry: "다시 시도",
	play: "재생",
	pause: "멈춤",
	back: "한 단계 뒤로",
	on: "한 단계 앞으로",
	restart: "처음부터",
	stepOf: (step, of) => `${of}단계 중 ${step}단계`,
	names: ["미니맥스", "알파베타", "모양과 가중치", "위협과 따내기", "점점 더 깊이", "치환표"],

	minimax: [
		"수를 고르려면 둘 수 있는 수와 그에 대한 응수를 하나하나 그려 봅니다. 수순 끝의 숫자는 지금 둘 차례인 쪽에서 본, 그 국면에 대한 엔진의 평가입니다.",
		"상대도 바보가 아닙니다. 응수 가운데 우리에게 가장 나쁜 것을 고릅니다. 그래서 수의 가치는 그 아래에서 가장 작은 숫자입니다.",
		"우리는 최악의 경우가 가장 나은 수, 곧 그중 가장 큰 것을 고릅니다. 미니맥스는 이것이 전부입니다.",
	],
	minimaxNow: {
		leaf: (line, value) => `${line} 다음의 평가값은 ${value}입니다.`,
		min: (side, move, value) => `${josa(side, "은/는")} 가장 낮은 응수를 고릅니다. ${move}의 가치는 ${value}입니다.`,
		max: (side, move, value) => `${josa(side, "은/는")} 가장 높은 수를 고릅니다. ${move}, 가치는 ${value}입니다.`,
	},
	alphabeta: [
		"아래는 작은 국면의 탐색 전체를 엔진이 살펴본 순서대로 그린 것입니다. 점 하나가 국면 하나입니다.",
		"첫 수는 응수를 모두 살펴봅니다. 그러면 얼마를 얻을 수 있는지 알게 됩니다. 그다음부터는 응수 하나만으로 더 나쁜 수임이 드러나면 나머지 응수는 볼 필요가 없습니다. 싹둑 자르고 다음 수로 갑니다.",
	],
	alphabetaNow: {
		root: "탐색은 판 위의 국면에서 시작합니다.",
		leaf: (line, value) => `${line}: 정해진 깊이에 이르렀습니다. 평가값은 ${value}입니다.`,
		searched: (line) => `${line}: 이제 응수를 봅니다.`,
		cut: (line, left) => `${line}: 응수 하나로 충분합니다. 나머지 ${left}수는 건너뜁니다.`,
		table: (line, value) => `${line}: 전에 본 국면입니다. 치환표의 값은 ${value}입니다.`,
		forced: (line) => `${line}: 위협만으로 이기는 수순을 찾았습니다.`,
		other: (line, value) => `${line}: ${value}.`,
	},
	alphabetaSum: (seen, cut, unseen) =>
		`국면 ${seen}개를 살펴봤습니다. 그중 ${cut}개에서는 응수 하나로 충분했고, ${unseen}수는 한 번도 보지 않았습니다. 보았더라도 결과는 바뀌지 않습니다.`,
	window: (alpha, beta) => `${alpha} ~ ${beta}`,
	windowText: "아직 결과를 바꿀 수 있는 범위",
	patterns: [
		"엔진은 돌이 아니라 빈자리로 국면을 판단합니다. 여기에 돌을 놓으면 네 방향에서 흑과 백에게 각각 무엇이 생길까요? 조합마다 엔진이 스스로 둔 대국에서 배운 가중치가 있습니다.",
		"아무 빈자리나 누르세요.",
	],
	axes: ["가로", "세로", "↘ 대각선", "↗ 대각선"],
	takes: "따내기",
	onTurn: "차례일 때의 가치",
	waitingTurn: "기다릴 때의 가치",
	order: "살펴보는 순서",
	pointOf: (name) => `${name}에서 보이는 것`,
	sum: (total) => `따낸 돌까지 모두 더하면, 둘 차례인 쪽에 ${total}.`,
	threats: [
		"기다릴 수 없는 자리가 있습니다. 별은 5목, 네모는 열린 4, 마름모는 닫힌 4, 세모는 열린 3이 되는 자리입니다. 가위표는 돌을 따내는 자리, 점선 테두리는 위험한 두 알입니다.",
		"엔진은 무엇보다 먼저 위협만으로 이기는지 봅니다. 위협에는 반드시 응수해야 하므로 수순이 좁아 아주 멀리까지 따라갈 수 있습니다.",
	],
	threatsCount: {
		fives: "5목",
		open_fours: "열린 4",
		fours: "닫힌 4",
		open_threes: "열린 3",
		captures: "따내기",
	},
	deepening: [
		"주어진 시간에 얼마나 깊이 볼 수 있을지는 미리 알 수 없습니다. 그래서 엔진은 한 수 앞, 두 수 앞, 세 수 앞…을 차례로 봅니다. 깊이마다 바로 전의 최선 수순에서 시작하므로 더 많이 잘라 냅니다.",
		"한 줄은 끝까지 살펴본 깊이 하나입니다. 언제 시간이 다 되어도 마지막 깊이의 최선수가 준비되어 있습니다.",
	],
	depth: "깊이",
	best: "최선수",
	score: "평가값",
	nodes: "국면 수",
	time: "시간",
	table: [
		"같은 수를 다른 순서로 두어도 같은 국면이 됩니다. 엔진은 알아낸 것을 커다란 치환표에 담아 두고 먼저 거기를 봅니다.",
		"여기서는 같은 탐색을 두 번 합니다. 두 번째에는 치환표에 답이 있습니다.",
	],
	first: "첫 번째",
	second: "두 번째",
	lookups: (n) => `두 번째 트리에서는 국면 ${n}개의 답을 치환표에서 바로 얻었습니다.`,
	less: (percent) => `같은 깊이에 국면이 ${percent}% 줄었습니다.`,
	more: "직접 보기",
	moreText: "대국 중에 T를 누르거나 분석판을 여세요.",
};
