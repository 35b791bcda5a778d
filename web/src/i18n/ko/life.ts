// Korean: what goes on, on the home page.
import type { en } from "../en/life";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	today: "오늘의 문제",
	watch: "대국 관전",
	rooms: (n) => `열린 방 ${n}개`,
	wins: (side, moves) => `${side} 차례, ${moves}수 만에 승리`,
	save: (side) => `${side} 차례, 유일한 방어`,
	move: (n) => `${n}수째`,
	watching: (n) => `관전 ${n}명`,
};
