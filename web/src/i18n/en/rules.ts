// English: the page about the rules.

export const en = {
	learnLead: "Five in a row is the aim. What can be captured, and what is forbidden, makes the game.",
	learnAim: "Five in a row",
	learnAimText:
		"Two players put down one stone in turn, on any empty point. Whoever has five of their own in an unbroken row, across, down or aslant, wins. Stones never move.",
	learnCapture: "Captures",
	learnCaptureText:
		"Two neighbours between two enemy stones are taken off the board. One move can take several pairs at once. Five pairs win the game.",
	learnCaptureBefore: "Black plays at the cross …",
	learnCaptureAfter: "… and takes the pair.",
	learnStepIn: "Stepping in is safe",
	learnStepInText:
		"A pair that walks in between two enemy stones of its own accord stays. Only the enemy’s move captures.",
	learnGrace: "The grace turn",
	learnGraceText:
		"A five that can be broken has not won yet. The other side has one turn: capture a stone out of the row, or win by a fifth pair. If the row still stands afterwards, it wins.",
	learnGraceBoard: "The crosses break the five.",
	learnThree: "Double-threes",
	learnThreeText:
		"A free three can become an open four: four stones with both ends empty, which nothing stops. A move that makes two free threes at once is forbidden, unless it captures, or makes five.",
	learnThreeBoard: "Black may not play at the barred ring.",
	learnVariants: "Other rules",
	learnVariantsText: "Every rule is a switch. These sets are ready to play:",
	learnOpenings: "Openings",
	learnOpeningsText: "The first player has an advantage. Openings even it out:",
	learnTry: "Play it",
	learnHelp: "While you play",
	learnHelpText:
		"Undo as often as you like. Ask for a hint: it shows a stone with a teal ring, and you decide. Barred rings are points that a rule closes to you. Press ? for all keys.",
};
