// Simplified Chinese: the visitor's collection of games.
import type { en } from "../en/collection";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "棋谱集",
	about: "来自文件的对局：SGF、PSQ、REC、POS、RenLib 或其 ZIP，每个不超过 5 MB。只有你能看到。",
	import: "导入文件",
	progress: "导入进度",
	became: (added, known, failed) => `新增 ${added}，已有 ${known}，无法读取 ${failed}。`,
	failures: (failed) => `有 ${failed} 局无法读取`,
	saveFailures: "保存以便修正",
	since: "从",
	until: "到",
	rules: "规则",
	opening: "开局",
	position: "局面（链接）",
	result: "结果",
	any: "全部",
	export: "导出",
	deleteTitle: (games) => `删除 ${games} 局？`,
	empty: "你的棋谱集是空的。导入文件后即可搜索、研究和导出其中的对局。",
};
