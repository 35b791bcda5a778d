// Simplified Chinese: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const zhHans: Translation<typeof en> = {
	learnLead: "目标是五子连珠。提子和禁手让它更有意思。",
	learnAim: "五子连珠",
	learnAimText: "双方轮流在空点上落一子。谁先在横、竖或斜线上连成不间断的五子，谁就获胜。棋子落下后不再移动。",
	learnCapture: "提子",
	learnCaptureText: "相邻的两子若两端被对方棋子夹住，就被提出棋盘。一手可以同时提几对。提满五对获胜。",
	learnCaptureBefore: "黑棋走在叉处…",
	learnCaptureAfter: "…提掉这一对。",
	learnStepIn: "自己走进去不会被提",
	learnStepInText: "你可以自己在对方两子之间补成一对，它不会被提。只有对方落子夹住才算提子。",
	learnGrace: "宽限一手",
	learnGraceText:
		"能被打破的五连还不算赢。对方有一手的机会：提掉连线上的子，或提满第五对获胜。如果这一手之后五连仍在，五连一方获胜。",
	learnGraceBoard: "走叉处可打破五连。",
	learnThree: "三三",
	learnThreeText:
		"活三能变成活四：四子相连，两端皆空，无法阻挡。一手同时做成两个活三是禁手，除非这一手提子或连成五子。",
	learnThreeBoard: "黑棋不能走带杠的圈。",
	learnVariants: "其他规则",
	learnVariantsText: "每条规则都可以改。以下几套现成可用：",
	learnOpenings: "开局",
	learnOpeningsText: "先手有优势。开局规则用来平衡：",
	learnTry: "试着下",
	learnHelp: "对局中",
	learnHelpText:
		"悔棋不限次数。可以要提示：它用青色圈标出一子，下不下由你。带杠的圈是你不能走的点。按 ? 查看全部快捷键。",
};
