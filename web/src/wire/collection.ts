// Endpoints of the visitor's collection: list, import, export, links.
import { getJson, request } from "./http";
import type { CollectionList, CollectionProgress, Study } from "./messages";

export interface CollectionQuery {
	player: string;
	since: string;
	until: string;
	rules: string;
	/** A part of the pattern's name, or an opening protocol. */
	opening: string;
	result: string;
	/** Link to a game whose last position was reached. */
	position: string;
}

/** The address of what a query selects. */
export function collectionPath(part: string, query: CollectionQuery, more: Record<string, string> = {}): string {
	const given = Object.entries({ ...query, ...more }).filter(([, value]) => value !== "");
	return `/api/collection${part}?${new URLSearchParams(given)}`;
}

export const fetchCollection = (query: CollectionQuery, limit: number, offset: number): Promise<CollectionList> =>
	getJson(collectionPath("", query, { limit: String(limit), offset: String(offset) }));
/** A game with its variations and comments. */
export const fetchCollected = (id: string): Promise<Study> => getJson(`/api/collection/${id}`);

/** Import the games of a file; the callback gets the progress, line by line of the reply. */
export async function importFile(file: File, onProgress: (progress: CollectionProgress) => void): Promise<void> {
	const path = `/api/collection?name=${encodeURIComponent(file.name)}`;
	const answer = await request(path, { method: "POST", body: file });
	const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	for (;;) {
		const { done, value } = await reader.read();
		text += value ?? "";
		const lines = text.split("\n");
		text = lines.pop()!;
		for (const line of lines) onProgress(JSON.parse(line) as CollectionProgress);
		if (done) return;
	}
}
