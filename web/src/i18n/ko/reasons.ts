// Korean: reasons of moves. The effects are nouns, so that they can end a sentence or stand within one.
import type { en } from "../en/reasons";
import type { Translation } from "../translation";
import { josa } from "./particles";

export const ko: Translation<typeof en> = {
	and: "·",
	effects: {
		five: "5목을 만드는 수",
		breakable_five: "당장 깨야 하는 5목을 만드는 수",
		pairs: "따내서 이기는 수",
		breaks: "5목을 깨는 수",
		refills: "따낸 빈자리를 메우는 수",
		open_four: "열린 4를 만드는 수",
		double_four: "사사를 만드는 수",
		four_three: "사삼을 만드는 수",
		four: "닫힌 4를 만드는 수",
		double_three: "삼삼을 만드는 수",
		open_three: "열린 3을 만드는 수",
		takes: "돌을 따내는 수",
		stops_five: "5목을 막는 수",
		stops_one_five: "5목 하나를 막는 수",
		stops_open_four: "열린 4를 막는 수",
		stops_open_three: "상대의 열린 3을 미리 막는 수",
		saves_pair: "따일 돌을 살리는 수",
		attacks_pair: "돌을 따내려는 수",
		three: "닫힌 3을 만드는 수",
		open_two: "양쪽이 열린 2를 만드는 수",
		quiet: "직접 위협하지 않는 수",
	},
	at: (cells) => `(${cells.join(", ")})`,
	takes: (cells) =>
		cells.length === 2
			? `두 알 ${josa(cells.join(", "), "을/를")} 따내는 수`
			: `${josa(cells.join(", "), "을/를")} 따내는 수`,
	hintTail: "그대로 두거나 다른 수를 고르세요.",
	hintWins: (moves) => `${moves}수 만에 승리`,
	hintWinsBy: (moves, did) => `${moves}수 만에 승리: ${did}입니다.`,
	hintLost: (moves) => `그래도 상대가 ${moves}수 만에 이길 수 있습니다.`,
	hintLongest: (moves) => `가장 오래 버티는 수입니다. 상대가 ${moves}수 만에 이길 수 있습니다.`,
	hintAhead: "우세를 지키는 수입니다.",
	hintEven: "균형을 지키는 수입니다.",
	hintBehind: "찾아낸 최선의 방어입니다.",
	hintFirst: "중앙입니다. 여기서는 어느 방향으로든 줄을 늘릴 수 있습니다.",
	hintOpening: "오프닝에 맞는 수입니다.",
	signs: { five: "5목", open_four: "열린 4", capture: "따내기" },
};
