// Korean: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "대국 관전",
	none: "진행 중인 대국이 없습니다",
	noneText: "공개된 방의 대국이 진행되는 대로 여기에 표시됩니다.",
	over: "끝났습니다.",
	begins: "시작하는 중입니다.",
	players: "대국자",
	viewers: "관전자",
	apart: "대국 중에는 관전자가 쓴 글이 대국자에게 보이지 않습니다.",
	several: "여러 대국을 한꺼번에",
};
