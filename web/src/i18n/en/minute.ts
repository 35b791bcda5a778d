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
			text: "Two rows of three with open ends at once are not allowed. Try the barred ring.",
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
		undone: "Your level stays: a move was taken back.",
		hint: "Your level stays: there was a hint.",
		seats: "Your level stays: the players changed during the game.",
		setup: "Your level stays: the game did not begin on an empty board.",
		rules: "Your level stays: the rules were changed.",
		short: "Your level stays: the game was too short.",
	},
};
