// English: access tokens of programs.

export const en = {
	title: "Programs",
	text: "A token lets a program of yours play here, as a bot of its own.",
	name: "Name of the program",
	make: "Make a token",
	once: "Copy it now: it is not shown again.",
	token: "Token",
	copy: "Copy",
	copied: "Copied.",
	never: "never used",
	used: (when: string) => `used ${when}`,
	revoke: "Take back",
	revokeIt: (name: string) => `Take back the token of ${name}`,
	revokeText: "The program is disconnected at once, and its token is worth nothing any more.",
	keep: "Keep it",
	gone: "Taken back.",
};
