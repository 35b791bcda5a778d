// Korean: profiles, ratings, leaderboards and quick games.
import type { en } from "../en/people";
import type { Translation } from "../translation";

export const ko: Translation<typeof en> = {
	// quick game
	quick: "빠른 대국",
	quickText: "레이팅이 비슷한 상대를 찾습니다. 두 이름에 모두 암호가 있으면 레이팅전입니다.",
	find: "상대 찾기",
	looking: "상대를 찾는 중",
	near: (rating, within) => `내 레이팅은 ${rating}입니다. ${within}점 차이까지 찾습니다.`,
	others: (n) => (n === 0 ? "기다리는 사람이 아직 없습니다." : `다른 ${n}명이 기다리고 있습니다.`),
	cancel: "취소",
	found: "상대를 찾았습니다.",

	// leaderboard
	best: "상위 플레이어",
	rank: "순위",
	player: "플레이어",
	rating: "레이팅",
	record: "승·무·패",
	games: "대국",
	nobody: "아직 순위에 오른 사람이 없습니다",
	nobodyText: "레이팅전을 10국쯤 두면 레이팅이 안정되어 순위에 오릅니다. 첫 번째가 되어 보세요.",
	toRooms: "방으로",
	ranked: (n) => `${n}명이 순위에 있음`,
	notRanked: (deviation) => `순위 없음: ± ${deviation}`,
	you: "나",
	guest: "게스트",
	signedMark: "등록된 이름",
	provisional: "미확정: 몇 국 더 두면 안정됩니다",

	// you
	yourPage: "내 정보",
	name: "내 이름",
	nameText: "대국과 목록에서 다른 사람에게 보입니다.",
	save: "저장",
	saved: "저장했습니다.",
	ratings: "내 레이팅",
	noRatings: "아직 레이팅전이 없습니다. 1500에서 시작합니다.",
	history: "내 대국",
	elsewhere: "다른 브라우저에서",
	elsewhereText: "암호를 정하면 다른 브라우저에서도 이름, 레이팅, 대국을 그대로 쓸 수 있습니다.",
	elsewhereSet: (name) =>
		`어느 브라우저에서든 ${name} 이름과 암호로 로그인하세요. 암호를 바꾸면 다른 곳은 모두 로그아웃됩니다.`,
	passphrase: "암호",
	passphraseNote: "8자 이상. 잊으면 되찾을 수 없습니다.",
	newPassphrase: "새 암호",
	current: "현재 암호",
	setIt: "암호 정하기",
	changeIt: "암호 바꾸기",
	isSet: "암호를 정했습니다.",
	tooShort: "암호는 8자 이상이어야 합니다.",
	signIn: "로그인",
	signInText: "다른 브라우저에서 둔 적이 있나요?",
	leavesBehind: "이 브라우저의 대국과 레이팅은 옮겨지지 않습니다. 나중에 다시 쓰려면 먼저 암호를 정하세요.",
	signOut: "로그아웃",
	signOutEverywhere: "모든 곳에서 로그아웃",
	signOutEverywhereText: "로그인한 모든 브라우저가 처음 상태로 돌아갑니다. 언제든 다시 로그인할 수 있습니다.",
	signOutText: "이 브라우저는 처음 상태가 됩니다. 언제든지 다시 로그인할 수 있습니다.",
	stay: "그대로 있기",
};
