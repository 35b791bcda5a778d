// Traditional Chinese: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	title: "程式",
	text: "有了權杖，你的程式就能以機器人身分在此下棋。",
	name: "程式名稱",
	make: "建立權杖",
	once: "請現在複製：之後不再顯示。",
	token: "權杖",
	copy: "複製",
	copied: "已複製。",
	never: "從未使用",
	used: (when) => `上次使用：${when}`,
	revoke: "撤銷",
	revokeIt: (name) => `撤銷 ${name} 的權杖`,
	revokeText: "程式會立即斷線，權杖隨即失效。",
	keep: "保留",
	gone: "已撤銷。",
};
