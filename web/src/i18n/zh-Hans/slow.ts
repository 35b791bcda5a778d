// Simplified Chinese: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "慢棋",
	yourTurn: "轮到你了",
	theirTurn: "轮到对手",
	left: (time) => `还剩${time}`,
	against: (who) => `对手：${who}`,
	vacation: "休假与通知",
	vacationText: (left) => `休假期间，你所有慢棋的计时都会停止。已开始的一天按一天计算。今年还剩：${left}。`,
	days: "天数",
	take: "开始休假",
	until: (date) => `休假至 ${date}`,
	comeBack: "结束休假",
	notices: "轮到我时通知我",
	noticesText: "当本站在你没有看的标签页中打开时。",
	noticesAlways: "即使本站已关闭。",
	noticesDenied: "浏览器不允许本站发送通知。",
	plan: "条件着法",
	planText: "先放对手的一步，再放你的应手，依此类推。如果对手这样下，你的应手会立即落子。只有你能看到。",
	theirMove: "对手的着法：",
	yourAnswer: "你的应手：",
	takeBack: "撤回",
	addLine: "添加变化",
	removeLine: (moves) => `删除 ${moves}`,
	begins: "有人加入后立即开始，无需在此等待。",
	away: "休假中",
};
