// English: slow games.
export const en = {
	title: "Slow games",
	yourTurn: "Your turn",
	theirTurn: "Their turn",
	left: (time: string) => `${time} left`,
	against: (who: string) => `Against ${who}`,
	vacation: "Vacation and notices",
	vacationText: (left: string) =>
		`A vacation stops the clocks of all your slow games. Days count when they begin. Left this year: ${left}.`,
	days: "Days",
	take: "Go on vacation",
	until: (date: string) => `On vacation until ${date}`,
	comeBack: "Come back",
	notices: "Tell me when it is my turn",
	noticesText: "While this site is open in another tab.",
	noticesAlways: "Also while this site is closed.",
	noticesDenied: "Your browser blocks notifications from this site.",
	plan: "Conditional moves",
	planText:
		"Place a move of your opponent, then your answer, and so on. If your opponent plays it, your answer follows at once. Only you see this.",
	theirMove: "Your opponent’s move:",
	yourAnswer: "Your answer:",
	takeBack: "Take back",
	addLine: "Add the line",
	removeLine: (moves: string) => `Remove ${moves}`,
	begins: "The game begins as soon as someone joins. You need not wait here.",
	away: "On vacation",
};
