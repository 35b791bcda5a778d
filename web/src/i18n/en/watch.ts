// English: watching games.
export const en = {
	title: "Watch games",
	none: "No game is being played",
	noneText: "Games of listed rooms are shown here as they are played.",
	over: "It is over.",
	begins: "It begins.",
	players: "Players",
	viewers: "Viewers",
	apart: "While the game is played, the players do not see what viewers write.",
	several: "Several games at once",
};
