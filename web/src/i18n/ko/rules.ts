// Korean: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	learnLead: "돌 다섯 개를 한 줄로 놓으면 이깁니다. 따내기와 금수가 재미를 더합니다.",
	learnAim: "5목",
	learnAimText:
		"두 사람이 번갈아 빈자리에 돌을 하나씩 놓습니다. 가로, 세로, 대각선으로 다섯 개를 먼저 끊김 없이 이으면 이깁니다. 놓은 돌은 움직이지 않습니다.",
	learnCapture: "따내기",
	learnCaptureText:
		"나란히 붙은 돌 두 알은 상대 돌이 양쪽에서 끼우면 판에서 들어냅니다. 한 수로 여러 쌍을 따낼 수도 있습니다. 다섯 쌍을 따내면 이깁니다.",
	learnCaptureBefore: "흑이 가위표에 두면…",
	learnCaptureAfter: "…두 알을 따냅니다.",
	learnStepIn: "스스로 들어가면 안전",
	learnStepInText: "상대 돌 둘 사이에 스스로 두어 두 알이 되면 따이지 않습니다. 상대가 자기 수로 끼울 때만 따냅니다.",
	learnGrace: "한 수의 기회",
	learnGraceText:
		"깰 수 있는 5목은 아직 이긴 것이 아닙니다. 상대에게 한 수의 기회가 있습니다. 줄에서 돌을 따내거나, 다섯 번째 쌍을 따내어 이길 수 있습니다. 그러고도 5목이 남아 있으면 이깁니다.",
	learnGraceBoard: "가위표에 두면 5목이 깨집니다.",
	learnThree: "삼삼",
	learnThreeText:
		"열린 3은 열린 4, 곧 양 끝이 비어 막을 수 없는 네 알이 될 수 있는 3입니다. 열린 3을 한 번에 두 개 만드는 수는 금수입니다. 다만 돌을 따내거나 5목이 되는 수는 둘 수 있습니다.",
	learnThreeBoard: "빗금 고리 자리에는 흑이 둘 수 없습니다.",
	learnVariants: "다른 규칙",
	learnVariantsText: "모든 규칙을 바꿀 수 있습니다. 바로 둘 수 있는 규칙은 다음과 같습니다.",
	learnOpenings: "오프닝",
	learnOpeningsText: "선공이 유리합니다. 오프닝은 그 차이를 줄입니다.",
	learnTry: "둬 보기",
	learnHelp: "대국 중에",
	learnHelpText:
		"무르기는 몇 번이든 할 수 있습니다. 힌트를 부르면 청록색 고리가 있는 돌이 나타나고, 결정은 직접 합니다. 빗금 고리는 둘 수 없는 자리입니다. ?를 누르면 모든 단축키가 나옵니다.",
};
