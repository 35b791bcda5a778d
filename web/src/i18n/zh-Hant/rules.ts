// Traditional Chinese: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const zhHant: Translation<typeof en> = {
	learnLead: "目標是五子連珠。提子和禁手讓它更有意思。",
	learnAim: "五子連珠",
	learnAimText: "雙方輪流在空點上落一子。誰先在橫、直或斜線上連成不間斷的五子，誰就獲勝。棋子落下後不再移動。",
	learnCapture: "提子",
	learnCaptureText: "相鄰的兩子若兩端被對方棋子夾住，就被提出棋盤。一手可以同時提幾對。提滿五對獲勝。",
	learnCaptureBefore: "黑棋走在叉處…",
	learnCaptureAfter: "…提掉這一對。",
	learnStepIn: "自己走進去不會被提",
	learnStepInText: "你可以自己在對方兩子之間補成一對，它不會被提。只有對方落子夾住才算提子。",
	learnGrace: "寬限一手",
	learnGraceText:
		"能被打破的五連還不算贏。對方有一手的機會：提掉連線上的子，或提滿第五對獲勝。如果這一手之後五連仍在，五連一方獲勝。",
	learnGraceBoard: "走叉處可打破五連。",
	learnThree: "三三",
	learnThreeText:
		"活三能變成活四：四子相連，兩端皆空，無法阻擋。一手同時做成兩個活三是禁手，除非這一手提子或連成五子。",
	learnThreeBoard: "黑棋不能走帶槓的圈。",
	learnVariants: "其他規則",
	learnVariantsText: "每條規則都可以改。以下幾套現成可用：",
	learnOpenings: "開局",
	learnOpeningsText: "先手有優勢。開局規則用來平衡：",
	learnTry: "試著下",
	learnHelp: "對局中",
	learnHelpText:
		"悔棋不限次數。可以要提示：它用青色圈標出一子，下不下由你。帶槓的圈是你不能走的點。按 ? 查看全部快速鍵。",
};
