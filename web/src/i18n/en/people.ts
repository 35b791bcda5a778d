// English: profiles, ratings, leaderboards and quick games.
import { plural } from "../plural";

export const en = {
	// quick game
	quick: "Quick game",
	quickText: "We find someone near your rating. The game is rated if both names have a passphrase.",
	find: "Find a game",
	looking: "Looking for an opponent",
	near: (rating: number, within: number) => `Your rating is ${rating}. We look up to ${within} points away.`,
	others: (n: number) => (n === 0 ? "Nobody else is waiting yet." : `${plural(n, "other is", "others are")} waiting.`),
	cancel: "Cancel",
	found: "Opponent found.",

	// leaderboard
	best: "Best players",
	rank: "Rank",
	player: "Player",
	rating: "Rating",
	record: "Won, drawn, lost",
	games: "Games",
	nobody: "Nobody is ranked here yet",
	nobodyText: "A rating settles after about ten rated games, and then it is ranked. Find a game and be the first.",
	toRooms: "To the rooms",
	ranked: (n: number) => `${plural(n, "player is", "players are")} ranked`,
	notRanked: (deviation: number) => `not ranked yet: ± ${deviation}`,
	you: "You",
	guest: "Guest",
	signedMark: "Registered name",
	provisional: "not settled yet: a few more games will tell",

	// you
	yourPage: "You",
	name: "Your name",
	nameText: "What others see at your seat and in the lists.",
	save: "Save",
	saved: "Saved.",
	ratings: "Your ratings",
	noRatings: "No rated game yet. They begin at 1500.",
	history: "Your games",
	elsewhere: "In another browser",
	elsewhereText: "Set a passphrase to keep your name, ratings and games in another browser.",
	elsewhereSet: (name: string) =>
		`Sign in as ${name} with your passphrase in any browser. Changing it signs out all others.`,
	passphrase: "Passphrase",
	passphraseNote: "At least 8 characters. It cannot be recovered if you forget it.",
	newPassphrase: "New passphrase",
	current: "Current passphrase",
	setIt: "Set passphrase",
	changeIt: "Change passphrase",
	isSet: "The passphrase is set.",
	tooShort: "A passphrase needs at least 8 characters.",
	signIn: "Sign in",
	signInText: "Have you played here in another browser?",
	leavesBehind:
		"The games and ratings of this browser stay behind: set a passphrase first if you want to come back to them.",
	signOut: "Sign out",
	signOutText: "This browser starts afresh. You can sign in again at any time.",
	signOutEverywhere: "Sign out everywhere",
	signOutEverywhereText: "Every browser in which you are signed in starts afresh. You can sign in again at any time.",
	stay: "Stay",
};
