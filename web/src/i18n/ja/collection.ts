// Japanese: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "コレクション",
	about: "ファイルの対局（SGF、PSQ、REC、POS、RenLib、またはそれらのZIP、各5 MBまで）。あなただけのものです。",
	import: "ファイルを読み込む",
	progress: "読み込みの進み具合",
	became: (added, known, failed) => `追加 ${added}、既知 ${known}、読めず ${failed}。`,
	failures: (failed) => `${failed}局を読めませんでした`,
	saveFailures: "修正用に保存",
	since: "開始日",
	until: "終了日",
	rules: "ルール",
	opening: "開局",
	position: "局面（リンク）",
	result: "結果",
	any: "すべて",
	export: "書き出す",
	deleteTitle: (games) => `${games}局を削除しますか？`,
	empty: "コレクションは空です。ファイルを読み込むと、対局を検索・研究・書き出しできます。",
};
