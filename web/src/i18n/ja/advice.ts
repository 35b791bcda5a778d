// Japanese: the engine's advice on the questions of an opening.
import type { en } from "../en/advice";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	title: "開局の助言",
	rule: "開局規定",
	wait: "エンジンが選択肢を比べています…",
	failed: "エンジンに聞けませんでした。もう一度お試しください。",
	none: "この開局規定では、ここで選ぶことはありません。",
	better: (side, own, other) => `${side}が優勢です（${own} : ${other}）。`,
	even: (black, white) => `互角です（${black} : ${white}）。`,
	share: (black, white) => `黒 ${black} %、白 ${white} %`,
	either: "どちらの色もほぼ互角なので、どちらでもかまいません。",
	expected: (moves) => `予想される手順：${moves}`,
	aims: {
		forced: "規定上、ほかの選択肢はありません。",
		centre: "最初の石は中央付近ならどこでもかまいません。",
		strongest: "その色にとって最善です。",
		balance: "次に相手が選ぶので、できるだけ互角の形にします。",
		leave_room: "次の色を少し有利にして、後の石で互角に戻せるようにします。",
		weakest: "相手にとって最も役立たない石です。",
		better_color: "優勢なほうの色です。",
		for_now: "いまのところ優勢な色です。このあとも色の交替があります。",
		pass_on: "どちらも優勢ではありません。石を二つ加えて相手に選ばせます。",
		many_good: "提示する石のうち最後のものでも黒に有利です。",
		even_offer: "この数を提示させると、最後の石が最も互角に近くなります。",
	},
};
