// Traditional Chinese: the first minute, and the player’s level.
import type { en } from "../en/minute";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	label: "第一分鐘",
	count: (n, all) => `${n} / ${all}`,
	newHere: "第一次玩？",
	showMe: "示範",
	skip: "略過",
	next: "下一步",
	play: "開始對局",
	close: "關閉",
	notHere: "不是那裡。請下在標記的點。",
	board: "試規則的棋盤：方向鍵移動，Enter 落子",
	steps: [
		{
			title: "提掉一對",
			text: "夾在你兩子之間的兩子會被提走。請下在標記的點。",
			done: "這一對歸你了。提五對即獲勝。你的對子也會被提。",
		},
		{
			title: "打破五連",
			text: "白方已成五連，但其中一子可與鄰子一起被提。請下在叉號處。",
			done: "五連被打破，對局繼續。無法打破的五連才獲勝。",
		},
		{
			title: "禁手點",
			text: "兩端空著的三連叫「活三」。同時形成兩個活三是禁手。試試帶斜線的圓圈。",
			done: "棋盤會標出來。現在開始：五子連成一線即勝。",
		},
	],
	matched: "與你相當",
	estimate: (level, off, games) => `${level} ± ${off}（${games} 局）`,
	unknown: (level) => `從 ${level} 級開始`,
	counts: "下完的對局計入；悔棋或求提示的不計。",
	customRules: "更改規則的對局不計入。",
	change: (before, after, off) => `你的級別：${before} → ${after} ± ${off}`,
	nextLevel: (level) => `下一局 ${level} 級。`,
	uncounted: {
		undone: "不計入級別：有悔棋。",
		hint: "不計入級別：用過提示。",
		seats: "不計入級別：對局中更換了棋手。",
		setup: "不計入級別：不是從空棋盤開始。",
		rules: "不計入級別：規則有更改。",
		short: "不計入級別：對局太短。",
	},
};
