// English: the visitor's collection of games.
export const en = {
	title: "Collection",
	about: "Games from files: SGF, PSQ, REC, POS, RenLib or a ZIP of them, up to 5 MB each. They are yours alone.",
	import: "Import files",
	progress: "Progress of the import",
	became: (added: number, known: number, failed: number) =>
		`${added} added, ${known} known already, ${failed} unreadable.`,
	failures: (failed: number) => `Could not be read: ${failed}`,
	saveFailures: "Save them, to be repaired",
	since: "Since",
	until: "Until",
	rules: "Rules",
	opening: "Opening",
	position: "Position (link)",
	result: "Result",
	any: "Any",
	export: "Export",
	deleteTitle: (games: number) => `Delete these games (${games})?`,
	empty: "Your collection is empty. Import a file to search, study and export its games.",
};
