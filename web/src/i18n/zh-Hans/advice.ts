// Simplified Chinese: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "开局建议",
	rule: "开局规则",
	wait: "引擎正在比较各种选择…",
	failed: "无法询问引擎。请再试一次。",
	none: "按这个开局规则，这里没有要选择的。",
	better: (side, own, other) => `${side}占优，${own} : ${other}。`,
	even: (black, white) => `均势，${black} : ${white}。`,
	share: (black, white) => `黑 ${black} %，白 ${white} %`,
	either: "双方大致均势，选哪一方都可以。",
	expected: (moves) => `预计后续：${moves}`,
	aims: {
		forced: "规则不允许其他选择。",
		centre: "第一子放在中央附近任何一点都可以。",
		strongest: "对这一方最好。",
		balance: "接下来由对方选择，所以尽量保持均势。",
		leave_room: "让下一方稍占优，之后的一子可以恢复均势。",
		weakest: "对对方帮助最小。",
		better_color: "局面更好的一方。",
		for_now: "目前局面更好的一方，之后仍可交换黑白。",
		pass_on: "双方均势：再放两子，把选择留给对方。",
		many_good: "要提供的各点中，最后一个对黑方也有利。",
		even_offer: "提供这么多点时，最后一个最接近均势。",
	},
};
