// Japanese: the first minute, and the player’s level.
import type { en } from "../en/minute";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	label: "最初の1分",
	count: (n, all) => `${n} / ${all}`,
	newHere: "はじめてですか？",
	showMe: "見せて",
	skip: "スキップ",
	next: "次へ",
	play: "対局する",
	close: "閉じる",
	notHere: "そこではありません。印の点に打ってください。",
	board: "ルールを試す盤：矢印キーで移動、Enterで着手",
	steps: [
		{
			title: "二子を取る",
			text: "自分の石で両側からはさんだ二つの石は、盤から取れます。印の点に打ちましょう。",
			done: "二子を取りました。五組取ると勝ちです。あなたの二子も取られることがあります。",
		},
		{
			title: "五連を崩す",
			text: "白は五連ですが、その一つは隣の石と一緒に取れます。×印に打ちましょう。",
			done: "五連が崩れ、対局は続きます。誰も崩せない五連が勝ちです。",
		},
		{
			title: "禁点",
			text: "両端の空いた三つ並びが「活三」です。同時に二つ作る手は禁手です。斜線の輪を試してください。",
			done: "盤が印で示します。さあ対局です。五つ並べれば勝ちです。",
		},
	],
	matched: "あなたの強さで",
	estimate: (level, off, games) => `${level} ± ${off}（${games}局）`,
	unknown: (level) => `レベル${level}から始めます`,
	counts: "終局した対局が対象です。待ったやヒントのある対局は数えません。",
	customRules: "ルールを変えた対局は数えません。",
	change: (before, after, off) => `あなたのレベル：${before} → ${after} ± ${off}`,
	nextLevel: (level) => `次はレベル${level}。`,
	uncounted: {
		undone: "レベルには反映されません：待ったがありました。",
		hint: "レベルには反映されません：ヒントを使いました。",
		seats: "レベルには反映されません：対局中に対局者が変わりました。",
		setup: "レベルには反映されません：空の盤から始まっていません。",
		rules: "レベルには反映されません：ルールが変更されていました。",
		short: "レベルには反映されません：対局が短すぎました。",
	},
};
