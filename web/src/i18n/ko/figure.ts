// Korean: a diagram to print or save.
import type { en } from "../en/figure";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "인쇄할 도면",
	open: "번호와 글자가 있는 도면",
	first: "번호: 이 수부터",
	last: "이 수까지",
	letters: "글자를 놓을 점",
	lettersText: "빈 점을 누르거나 입력하세요: K10 L11=x",
	caption: "설명",
	at: "=",
	keep: "연구에 저장",
	kept: "글자를 이 국면에 저장했습니다.",
	print: "인쇄",
	svg: "SVG로 저장",
	png: "PNG로 저장",
	name: "도면",
	preview: "도면 미리보기",
};
