// Simplified Chinese: the first minute, and the player’s level.
import type { en } from "../en/minute";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	label: "第一分钟",
	count: (n, all) => `${n} / ${all}`,
	newHere: "第一次玩？",
	showMe: "演示",
	skip: "跳过",
	next: "下一步",
	play: "开始对局",
	close: "关闭",
	notHere: "不是那里。请下在标记的点。",
	board: "试规则的棋盘：方向键移动，回车落子",
	steps: [
		{
			title: "提掉一对",
			text: "夹在你两子之间的两子会被提走。请下在标记的点。",
			done: "这一对归你了。提五对即获胜。你的对子也会被提。",
		},
		{
			title: "打破五连",
			text: "白方已成五连，但其中一子可与邻子一起被提。请下在叉号处。",
			done: "五连被打破，对局继续。无法打破的五连才获胜。",
		},
		{
			title: "禁手点",
			text: "两端空着的三连叫“活三”。同时形成两个活三是禁手。试试带斜线的圆圈。",
			done: "棋盘会标出来。现在开始：五子连成一线即胜。",
		},
	],
	matched: "与你相当",
	estimate: (level, off, games) => `${level} ± ${off}（${games} 局）`,
	unknown: (level) => `从 ${level} 级开始`,
	counts: "下完的对局计入；悔棋或求提示的不计。",
	customRules: "更改规则的对局不计入。",
	change: (before, after, off) => `你的级别：${before} → ${after} ± ${off}`,
	nextLevel: (level) => `下一局 ${level} 级。`,
	uncounted: {
		undone: "不计入级别：有悔棋。",
		hint: "不计入级别：用过提示。",
		seats: "不计入级别：对局中更换了棋手。",
		setup: "不计入级别：不是从空棋盘开始。",
		rules: "不计入级别：规则有更改。",
		short: "不计入级别：对局太短。",
	},
};
