// Simplified Chinese: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	kind: "计时方式",
	increments: "加秒",
	byoyomi: "读秒",
	minutes: "分钟",
	increment: "每步加秒",
	periods: "次数",
	period: "每次秒数",
	between: (field, least, most) => `${field}：${least} 到 ${most} 之间的数。`,
	rarely: "选择某种计时的人越少，等待对手的时间越长。",
};
