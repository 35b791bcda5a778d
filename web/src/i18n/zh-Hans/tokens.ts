// Simplified Chinese: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	title: "程序",
	text: "有了令牌，你的程序就能以机器人身份在此下棋。",
	name: "程序名称",
	make: "创建令牌",
	once: "请现在复制：之后不再显示。",
	token: "令牌",
	copy: "复制",
	copied: "已复制。",
	never: "从未使用",
	used: (when) => `上次使用：${when}`,
	revoke: "撤销",
	revokeIt: (name) => `撤销 ${name} 的令牌`,
	revokeText: "程序会立即断开，令牌随即失效。",
	keep: "保留",
	gone: "已撤销。",
};
