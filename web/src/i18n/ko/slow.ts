// Korean: slow games.
import type { en } from "../en/slow";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	title: "느린 대국",
	yourTurn: "내 차례",
	theirTurn: "상대 차례",
	left: (time) => `${time} 남음`,
	against: (who) => `상대: ${who}`,
	vacation: "휴가와 알림",
	vacationText: (left) =>
		`휴가 중에는 모든 느린 대국의 시계가 멈춥니다. 시작된 날은 하루로 셉니다. 올해 남은 날: ${left}.`,
	days: "일수",
	take: "휴가 가기",
	until: (date) => `${date}까지 휴가`,
	comeBack: "돌아오기",
	notices: "내 차례가 되면 알리기",
	noticesText: "보고 있지 않은 탭에 이 사이트가 열려 있는 동안.",
	noticesAlways: "이 사이트를 닫아도 알려 줍니다.",
	noticesDenied: "브라우저가 이 사이트의 알림을 허용하지 않습니다.",
	plan: "조건부 수",
	planText: "상대의 수, 나의 응수 순서로 놓으세요. 그대로 되면 응수가 바로 두어집니다. 나만 볼 수 있습니다.",
	theirMove: "상대의 수:",
	yourAnswer: "나의 응수:",
	takeBack: "무르기",
	addLine: "수순 추가",
	removeLine: (moves) => `${moves} 삭제`,
	begins: "누군가 들어오면 바로 시작합니다. 여기서 기다릴 필요가 없습니다.",
	away: "휴가 중",
};
