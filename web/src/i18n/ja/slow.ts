// Japanese: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "通信対局",
	yourTurn: "あなたの番です",
	theirTurn: "相手の番です",
	left: (time) => `残り${time}`,
	against: (who) => `相手：${who}`,
	vacation: "休暇と通知",
	vacationText: (left) =>
		`休暇中は、すべての通信対局の時計が止まります。始まった日は1日と数えます。今年の残り：${left}。`,
	days: "日数",
	take: "休暇を取る",
	until: (date) => `${date}まで休暇中`,
	comeBack: "休暇を終える",
	notices: "自分の番になったら知らせる",
	noticesText: "このサイトが、見ていないタブで開いている間。",
	noticesAlways: "このサイトを閉じていても知らせます。",
	noticesDenied: "ブラウザがこのサイトの通知を許可していません。",
	plan: "条件付きの手",
	planText:
		"相手の手、自分の応手の順に石を置きます。その通りになると、応手がすぐに打たれます。見えるのはあなただけです。",
	theirMove: "相手の手：",
	yourAnswer: "自分の応手：",
	takeBack: "一手戻す",
	addLine: "手順を加える",
	removeLine: (moves) => `${moves}を削除`,
	begins: "誰かが参加するとすぐに始まります。ここで待つ必要はありません。",
	away: "休暇中",
};
