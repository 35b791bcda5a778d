// English: profiles, ratings, leaderboards and quick games.
import { plural } from "../plural";

export const en = {
	// quick game
	quick: "Quick game",
	quickText: "We find someone near your rating. The game is rated.",
	find: "Find a game",
	looking: "Looking for an opponent",
	near: (rating: number, within: number) => `Your rating is ${rating}. We look up to ${within} points away.`,
	others: (n: number) => (n === 0 ? "Nobody else is waiting yet." : `${plural(n, "other is", "others are")} waiting.`),
	cancel: "Cancel",
	found: "An opponent is found.",

	// leaderboard
	best: "Best players",
	all: "All",
	rank: "Rank",
	player: "Player",
	rating: "Rating",
	record: "Won, drawn, lost",
	games: "Games",
	nobody: "Nobody is ranked here yet",
	nobodyText: "After ten rated games a player is ranked. Find a game and be the first.",
	toRooms: "To the rooms",
	ranked: (n: number) => `${plural(n, "player is", "players are")} ranked`,
	notRanked: (left: number) => `not ranked yet: ${plural(left, "game", "games")} to go`,
	you: "You",
	guest: "Guest",
	signedMark: "This name is theirs alone",
	provisional: "provisional: too few games to be sure",

	// you
	yourPage: "You",
	name: "Your name",
	nameText: "What others see at your seat and in the lists.",
	save: "Save",
	saved: "Saved.",
	ratings: "Your ratings",
	noRatings: "No rated game yet. They begin at 1500.",
	history: "Your games",
	elsewhere: "On another browser",
	elsewhereText: "Set a passphrase, and you can be yourself on another browser: same name, ratings and games.",
	elsewhereSet: (name: string) =>
		`Sign in as ${name} with your passphrase on any browser. Changing it signs out all others.`,
	passphrase: "Passphrase",
	passphraseNote: "At least 8 characters. Nobody can tell you if you forget it.",
	newPassphrase: "New passphrase",
	current: "Passphrase so far",
	setIt: "Set passphrase",
	changeIt: "Change passphrase",
	isSet: "The passphrase is set.",
	tooShort: "A passphrase has at least 8 characters.",
	signIn: "Sign in",
	signInText: "Were you here before, on another browser?",
	leavesBehind:
		"This browser’s own games and ratings stay behind: set a passphrase first if you want to come back to them.",
	signOut: "Sign out",
	signOutText: "This browser will be somebody new. You can sign in again at any time.",
	stay: "Stay",
	welcome: (name: string) => `Welcome back, ${name}.`,
	failed: "The server does not answer.",
};
