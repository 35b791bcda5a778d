// Japanese: profiles, ratings, leaderboards and quick games.
import type { en } from "../en/people";
import type { Translation } from "../translation";

export const ja: Translation<typeof en> = {
	// quick game
	quick: "クイック対局",
	quickText: "レーティングの近い相手を探します。双方の名前にパスフレーズがあればレート戦です。",
	find: "相手を探す",
	looking: "対局相手を探しています",
	near: (rating, within) => `あなたのレーティングは${rating}です。差が${within}以内の相手を探します。`,
	others: (n) => (n === 0 ? "ほかに待っている人はまだいません。" : `ほかに${n}人が待っています。`),
	cancel: "キャンセル",
	found: "相手が見つかりました。",

	// leaderboard
	best: "上位プレイヤー",
	rank: "順位",
	player: "プレイヤー",
	rating: "レーティング",
	record: "勝・分・負",
	games: "対局数",
	nobody: "まだ順位のある人はいません",
	nobodyText: "レート戦を10局ほど打つとレーティングが安定し、順位がつきます。一番乗りを目指しましょう。",
	toRooms: "ルームへ",
	ranked: (n) => `${n}人がランクイン`,
	notRanked: (deviation) => `順位なし：± ${deviation}`,
	you: "あなた",
	guest: "ゲスト",
	signedMark: "登録名",
	provisional: "未確定：あと数局で安定します",

	// you
	yourPage: "あなた",
	name: "あなたの名前",
	nameText: "席や一覧でほかの人に表示されます。",
	save: "保存",
	saved: "保存しました。",
	ratings: "あなたのレーティング",
	noRatings: "レート戦はまだありません。1500から始まります。",
	history: "あなたの対局",
	elsewhere: "別のブラウザで使う",
	elsewhereText: "パスフレーズを設定すると、別のブラウザでも名前、レーティング、棋譜を引き継げます。",
	elsewhereSet: (name) =>
		`どのブラウザでも、${name} とパスフレーズでログインできます。パスフレーズを変えると、ほかのブラウザはすべてログアウトします。`,
	passphrase: "パスフレーズ",
	passphraseNote: "8文字以上。忘れると復元できません。",
	newPassphrase: "新しいパスフレーズ",
	current: "今のパスフレーズ",
	setIt: "パスフレーズを設定",
	changeIt: "パスフレーズを変更",
	isSet: "パスフレーズを設定しました。",
	tooShort: "パスフレーズは8文字以上にしてください。",
	signIn: "ログイン",
	signInText: "別のブラウザで遊んだことがありますか？",
	leavesBehind:
		"このブラウザの棋譜とレーティングは引き継がれません。あとで戻りたい場合は、先にパスフレーズを設定してください。",
	signOut: "ログアウト",
	signOutEverywhere: "すべての端末でログアウト",
	signOutEverywhereText: "ログイン中のブラウザはすべてまっさらな状態になります。いつでもまたログインできます。",
	signOutText: "このブラウザはまっさらな状態になります。いつでもまたログインできます。",
	stay: "やめる",
	motto: "ひとこと",
	mottoText: "公開ページに載せる一行です。空欄なら表示しません。",
	blockedPeople: "ブロックした人",
	unblock: "ブロックを解除",
};
