// Japanese: who looks for a game.
import type { en } from "../en/seeks";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "対局相手の募集",
	accept: "受ける",
	rated: "レート戦",
	casual: "フリー対局",
	either: "どちらでも",
	wishes: "その他の希望",
	alsoRules: "このルールでもよい",
	kind: "対局",
	order: "先手",
	iFirst: "自分",
	theyFirst: "相手",
	byLot: "抽選",
	rating: "相手のレーティング",
	least: "最低",
	most: "最高",
	nobody: "まだ誰も待っていません。その間に対局できる相手：",
	computer: "コンピューターとすぐに",
	bot: "ボット",
	guest: "ゲスト",
	bullet: "超早打ち",
	blitz: "早打ち",
	rapid: "標準",
	slow: "通信対局",
	waiting: (n) => `${n}人待ち`,
};
