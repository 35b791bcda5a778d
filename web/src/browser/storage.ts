// Local storage, which may be full, closed or filled with somebody else's words: then nothing is remembered.

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
		// A page without memory still plays.
	}
}
