// Traditional Chinese: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "慢棋",
	yourTurn: "輪到你了",
	theirTurn: "輪到對手",
	left: (time) => `還剩${time}`,
	against: (who) => `對手：${who}`,
	vacation: "休假與通知",
	vacationText: (left) => `休假期間，你所有慢棋的計時都會停止。已開始的一天按一天計算。今年還剩：${left}。`,
	days: "天數",
	take: "開始休假",
	until: (date) => `休假至 ${date}`,
	comeBack: "結束休假",
	notices: "輪到我時通知我",
	noticesText: "當本站在你沒有看的分頁中開啟時。",
	noticesAlways: "即使本站已關閉。",
	noticesDenied: "瀏覽器不允許本站傳送通知。",
	plan: "條件著法",
	planText: "先放對手的一步，再放你的應手，依此類推。如果對手這樣下，你的應手會立即落子。只有你能看到。",
	theirMove: "對手的著法：",
	yourAnswer: "你的應手：",
	takeBack: "收回",
	addLine: "加入變化",
	removeLine: (moves) => `刪除 ${moves}`,
	begins: "有人加入後立即開始，無需在此等待。",
	away: "休假中",
};
