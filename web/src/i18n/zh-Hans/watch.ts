// Simplified Chinese: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "观战",
	none: "现在没有对局",
	noneText: "公开房间的对局会在这里实时显示。",
	over: "已结束。",
	begins: "刚刚开始。",
	players: "棋手",
	viewers: "观众",
	apart: "对局进行时，棋手看不到观众写的内容。",
	several: "同时看多盘棋",
};
