// Traditional Chinese: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "開局建議",
	rule: "開局規則",
	wait: "引擎正在比較各種選擇…",
	failed: "無法詢問引擎。請再試一次。",
	none: "按這個開局規則，這裡沒有要選擇的。",
	better: (side, own, other) => `${side}佔優，${own} : ${other}。`,
	even: (black, white) => `均勢，${black} : ${white}。`,
	share: (black, white) => `黑 ${black} %，白 ${white} %`,
	either: "雙方大致均勢，選哪一方都可以。",
	expected: (moves) => `預計後續：${moves}`,
	aims: {
		forced: "規則不允許其他選擇。",
		centre: "第一子放在中央附近任何一點都可以。",
		strongest: "對這一方最好。",
		balance: "接下來由對方選擇，所以盡量保持均勢。",
		leave_room: "讓下一方稍佔優，之後的一子可以恢復均勢。",
		weakest: "對對方幫助最小。",
		better_color: "局面更好的一方。",
		for_now: "目前局面更好的一方，之後仍可交換黑白。",
		pass_on: "雙方均勢：再放兩子，把選擇留給對方。",
		many_good: "要提供的各點中，最後一個對黑方也有利。",
		even_offer: "提供這麼多點時，最後一個最接近均勢。",
	},
};
