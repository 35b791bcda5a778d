// Japanese: a clock with one's own values.
import type { en } from "../en/ownClock";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	kind: "時計の種類",
	increments: "加算",
	byoyomi: "秒読み",
	minutes: "分",
	increment: "1手ごとに加わる秒",
	periods: "回数",
	period: "1回の秒数",
	between: (field, least, most) => `${field}：${least}から${most}までの数。`,
	rarely: "選ぶ人の少ない持ち時間では、相手を待つ時間が長くなります。",
};
