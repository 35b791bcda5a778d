// Japanese: access tokens of programs.
import type { en } from "../en/tokens";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "プログラム",
	text: "トークンがあれば、あなたのプログラムがボットとしてここで対局できます。",
	name: "プログラム名",
	make: "トークンを作成",
	once: "今コピーしてください。二度と表示されません。",
	token: "トークン",
	copy: "コピー",
	copied: "コピーしました。",
	never: "未使用",
	used: (when) => `最終使用：${when}`,
	revoke: "無効にする",
	revokeIt: (name) => `${name} のトークンを無効にする`,
	revokeText: "プログラムはすぐに切断され、トークンは使えなくなります。",
	keep: "残す",
	gone: "無効にしました。",
};
