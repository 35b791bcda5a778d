// English: the page about the rules.

export const en = {
	learnLead: "The aim is five in a row. Captures and forbidden moves make it interesting.",
	learnAim: "Five in a row",
	learnAimText:
		"Two players take turns placing one stone on any empty point. The first to get five in an unbroken row, across, down or diagonally, wins. Stones never move.",
	learnCapture: "Captures",
	learnCaptureText:
		"Two adjacent stones flanked by two enemy stones are taken off the board. One move can take several pairs at once. Five pairs win the game.",
	learnCaptureBefore: "Black plays at the cross …",
	learnCaptureAfter: "… and takes the pair.",
	learnStepIn: "Stepping in is safe",
	learnStepInText:
		"You may complete a pair between two enemy stones yourself: it stays. Only the enemy’s own move captures.",
	learnGrace: "The grace turn",
	learnGraceText:
		"A five that can be broken has not won yet. The other side has one turn: capture a stone out of the row, or win by a fifth pair. If the row still stands afterwards, it wins.",
	learnGraceBoard: "The crosses break the five.",
	learnThree: "Double-threes",
	learnThreeText:
		"An open three can become an open four: four stones with both ends empty, which nothing stops. A move that makes two open threes at once is forbidden, unless it captures, or makes five.",
	learnThreeBoard: "Black may not play at the barred ring.",
	learnVariants: "Other rules",
	learnVariantsText: "Every rule can be changed. These sets are ready to play:",
	learnOpenings: "Openings",
	learnOpeningsText: "The first player has an advantage. Openings even it out:",
	learnTry: "Play it",
	learnHelp: "While you play",
	learnHelpText:
		"Undo as often as you like. Ask for a hint: it shows a stone with a teal ring, and you decide. Barred rings mark points where you may not play. Press ? for all shortcuts.",
};
