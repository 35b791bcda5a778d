// Korean: the explorer of the analysis board.
import type { en } from "../en/explorer";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "실전에서 둔 수",
	source: "기보",
	sources: { mine: "내 대국", server: "이 서버", imported: "가져온 대국", collections: "기보집", engine: "엔진" },
	move: "수",
	games: "대국",
	results: "결과",
	rating: "레이팅",
	play: (move) => `${move}에 두기`,
	share: (black, draws, white) => `흑 승 ${black}%, 무승부 ${draws}%, 백 승 ${white}%`,
	none: "이 국면이 나온 대국이 없습니다. 돌리거나 뒤집은 국면은 같은 것으로 셉니다.",
	symmetric: "돌리거나 뒤집은 국면은 같은 것으로 셉니다.",
	failed: "기보를 찾아보지 못했습니다. 다시 시도하세요.",
	thisLine: "이 수순",
	gamesHere: "이 국면의 대국",
	ratingOfBoth: "두 사람의 레이팅",
	anyRating: "모든 레이팅",
	clock: "시계",
	tempos: { any: "모든 시계", quick: "짧음", long: "긺", days: "한 수에 며칠", unlimited: "시계 없음" },
	engineNow: (depth) => `엔진의 지금 계산, 깊이 ${depth}`,
};
