// Traditional Chinese: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	kind: "計時方式",
	increments: "加秒",
	byoyomi: "讀秒",
	minutes: "分鐘",
	increment: "每步加秒",
	periods: "次數",
	period: "每次秒數",
	between: (field, least, most) => `${field}：${least} 到 ${most} 之間的數。`,
	rarely: "選擇某種計時的人越少，等待對手的時間越長。",
};
