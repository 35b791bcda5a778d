// Japanese: watching games.
import type { en } from "../en/watch";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "観戦",
	none: "対局中のものはありません",
	noneText: "公開ルームの対局が、進行に合わせてここに表示されます。",
	over: "終局しました。",
	begins: "これから始まります。",
	players: "対局者",
	viewers: "観戦者",
	apart: "対局中、観戦者の書き込みは対局者には見えません。",
	several: "複数の対局を同時に見る",
};
