// Traditional Chinese: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "棋譜集",
	about: "來自檔案的對局：SGF、PSQ、REC、POS、RenLib 或其 ZIP，每個不超過 5 MB。只有你能看到。",
	import: "匯入檔案",
	progress: "匯入進度",
	became: (added, known, failed) => `新增 ${added}，已有 ${known}，無法讀取 ${failed}。`,
	failures: (failed) => `有 ${failed} 局無法讀取`,
	saveFailures: "儲存以便修正",
	since: "從",
	until: "到",
	rules: "規則",
	opening: "開局",
	position: "局面（連結）",
	result: "結果",
	any: "全部",
	export: "匯出",
	deleteTitle: (games) => `刪除 ${games} 局？`,
	empty: "你的棋譜集是空的。匯入檔案後即可搜尋、研究和匯出其中的對局。",
};
