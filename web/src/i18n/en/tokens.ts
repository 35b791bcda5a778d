// English: access tokens of programs.

export const en = {
	title: "Programs",
	text: "A token lets a program of yours play here as a bot.",
	name: "Name of the program",
	make: "Create a token",
	once: "Copy it now: it is not shown again.",
	token: "Token",
	copy: "Copy",
	copied: "Copied.",
	never: "never used",
	used: (when: string) => `used ${when}`,
	revoke: "Revoke",
	revokeIt: (name: string) => `Revoke the token of ${name}`,
	revokeText: "The program is disconnected at once, and its token stops working.",
	keep: "Keep it",
	gone: "Revoked.",
};
