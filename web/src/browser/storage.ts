// Local storage as JSON. It may be full, blocked or damaged: then nothing is remembered.

export function recall(name: string): unknown {
	try {
		return JSON.parse(localStorage.getItem(`gomoku.${name}`) ?? "null");
	} catch {
		return null;
	}
}

export function remember(name: string, value: unknown): void {
	try {
		localStorage.setItem(`gomoku.${name}`, JSON.stringify(value));
	} catch {
		// The page works without it.
	}
}
