// English: the engine's advice on the questions of an opening.
export const en = {
	title: "Opening advice",
	rule: "Opening rule",
	wait: "The engine compares the answers …",
	failed: "The engine could not be asked. Try again.",
	none: "This opening rule asks nothing here.",
	better: (side: string, own: number, other: number) => `${side} is better, ${own} : ${other}.`,
	even: (black: number, white: number) => `An even game, ${black} : ${white}.`,
	share: (black: number, white: number) => `Black ${black} %, White ${white} %`,
	aims: {
		forced: "The rule leaves no other answer.",
		centre: "For the first stone any point near the centre will do.",
		strongest: "The best for its colour.",
		balance: "An even game, because the other side chooses next.",
		leave_room: "The next colour is slightly ahead, so that a later stone can even the game out.",
		weakest: "It helps the other side least.",
		better_color: "The side that stands better.",
		pass_on: "Neither side is better: two more stones leave the choice to the other.",
		many_good: "Even the last of the stones to offer is good for Black.",
		even_offer: "Offering this many stones leaves an even game.",
	},
};
