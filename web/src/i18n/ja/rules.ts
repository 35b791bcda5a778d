// Japanese: the page about the rules.
import type { en } from "../en/rules";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	learnLead: "石を五つ並べれば勝ち。取りと禁手が勝負を面白くします。",
	learnAim: "五つ並べる",
	learnAimText:
		"二人が交互に、空いている好きな点へ石を一つずつ打ちます。縦、横、斜めのいずれかに五つ続けて先に並べたほうが勝ち（五連）です。打った石は動かせません。",
	learnCapture: "取り",
	learnCaptureText:
		"隣り合う二つの石（二子）を相手の石で両側から挟まれると、盤から取り除かれます。一手で何組も同時に取れます。五組取れば勝ちです。",
	learnCaptureBefore: "黒が×に打つと…",
	learnCaptureAfter: "…二子を取れます。",
	learnStepIn: "自分から入るのは安全",
	learnStepInText:
		"相手の石二つの間に自分から打って二子になっても、取られません。取れるのは、相手が自分の手で挟んだときだけです。",
	learnGrace: "猶予の一手",
	learnGraceText:
		"崩せる五連は、まだ勝ちではありません。相手には一手の猶予があります。列の石を取るか、五組目を取って勝つことができます。それでも五連が残れば勝ちです。",
	learnGraceBoard: "×に打つと五連が崩れます。",
	learnThree: "三々",
	learnThreeText:
		"活三とは、棒四（両端が空いた四つの並びで、もう止められない形）になれる三のことです。活三を同時に二つ作る手は禁手です。ただし、石を取る手や五連になる手なら打てます。",
	learnThreeBoard: "斜線の輪の点に黒は打てません。",
	learnVariants: "ほかのルール",
	learnVariantsText: "ルールはすべて変えられます。すぐに遊べる組み合わせはこちらです。",
	learnOpenings: "開局規定",
	learnOpeningsText: "先手は有利です。開局規定はその差をならします。",
	learnTry: "打ってみる",
	learnHelp: "対局中は",
	learnHelpText:
		"待ったは何度でもできます。ヒントを求めると青緑の輪がついた石が示されますが、決めるのはあなたです。斜線の輪は打てない点です。?を押すとすべてのショートカットが表示されます。",
};
