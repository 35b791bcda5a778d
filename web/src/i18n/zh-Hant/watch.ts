// Traditional Chinese: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "觀戰",
	none: "現在沒有對局",
	noneText: "公開房間的對局會在這裡即時顯示。",
	over: "已結束。",
	begins: "剛剛開始。",
	players: "棋手",
	viewers: "觀眾",
	apart: "對局進行時，棋手看不到觀眾寫的內容。",
	several: "同時看多盤棋",
};
