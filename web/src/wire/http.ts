// The HTTP side of the server.
import type { GameList, Imported, Problem, Reason, Shared, Snapshot } from "./messages";

/** An answer from 400 on, or none at all. */
export class ApiError extends Error {
	constructor(
		readonly reason: Reason | "unreachable",
		detail: string,
	) {
		super(detail);
	}
}

async function request(path: string, init?: RequestInit): Promise<Response> {
	let answer: Response;
	try {
		answer = await fetch(path, init);
	} catch {
		throw new ApiError("unreachable", "the server does not answer");
	}
	if (answer.ok) return answer;
	const problem = (await answer.json().catch(() => null)) as Problem | null;
	throw new ApiError(problem?.reason ?? "unreachable", problem?.detail ?? answer.statusText);
}

export const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
	(await request(path, init)).json() as Promise<T>;

export interface Query {
	search: string;
	phase: "" | "playing" | "over";
	limit: number;
	offset: number;
}

export const api = {
	games: (query: Partial<Query>): Promise<GameList> => {
		const given = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined);
		return json(`/api/games?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`);
	},
	remove: (room: string): Promise<unknown> => request(`/api/games/${room}`, { method: "DELETE" }),
	link: (room: string): Promise<Shared> => json(`/api/games/${room}/link`),
	shared: (link: string): Promise<Snapshot> => json(`/api/shared/${encodeURIComponent(link)}`),
	import: (body: Blob | string, rowsFrom?: "top" | "bottom"): Promise<Imported> =>
		json(`/api/import${rowsFrom ? `?rows_from=${rowsFrom}` : ""}`, { method: "POST", body }),
	exported: (room: string, format: string, more = ""): string => `/api/games/${room}/export/${format}${more}`,
	text: async (path: string): Promise<string> => (await request(path)).text(),
};
