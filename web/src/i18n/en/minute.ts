// English: the first minute, and the player’s level.
import { plural } from "../plural";

export const en = {
	label: "The first minute",
	count: (n: number, all: number) => `${n} of ${all}`,
	newHere: "New to this?",
	showMe: "Show me",
	skip: "Skip",
	next: "Next",
	play: "Play a game",
	close: "Close",
	notHere: "Not there. Play the marked point.",
	board: "Board to try the rules on: arrow keys move, Enter plays",
	steps: [
		{
			title: "Take the pair",
			text: "Two stones between two of yours come off the board. Play the marked point.",
			done: "The pair is yours. Five pairs win the game. Your pairs can be taken, too.",
		},
		{
			title: "Break the five",
			text: "White has five in a row, but one of them can be taken with its neighbour. Play the cross.",
			done: "The row is broken and the game goes on. A five that cannot be broken wins.",
		},
		{
			title: "See a forbidden point",
			text: "Three in a row with free ends is an open three. Two at once are not allowed: try the ring.",
			done: "The board marks it. Now play: five in a row wins.",
		},
	],
	matched: "At your level",
	estimate: (level: string, off: string, games: number) => `${level} ± ${off} after ${plural(games, "game", "games")}`,
	unknown: (level: number) => `Begins at level ${level}`,
	counts: "Finished games count, unless you take a move back or ask for a hint.",
	customRules: "Games with changed rules do not count.",
	change: (before: string, after: string, off: string) => `Your level: ${before} → ${after} ± ${off}`,
	nextLevel: (level: number) => `Next: level ${level}.`,
	uncounted: {
		undone: "Not counted for your level: a move was taken back.",
		hint: "Not counted for your level: you had a hint.",
		seats: "Not counted for your level: the players changed during the game.",
		setup: "Not counted for your level: the game did not begin on an empty board.",
		rules: "Not counted for your level: the rules were changed.",
		short: "Not counted for your level: the game was too short.",
	},
};
