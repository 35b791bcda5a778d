// HTTP client of the server's API. Each part of the page lists its own endpoints on top of it.
import type { Problem, Reason } from "./messages";

/** An error status with the server's reason; "unreachable" if there was no answer. */
export class ApiError extends Error {
	constructor(
		readonly reason: Reason | "unreachable",
		detail: string,
	) {
		super(detail);
	}
}

/** Send a request; throws an `ApiError` for an error status. */
export async function request(path: string, init?: RequestInit): Promise<Response> {
	let answer: Response;
	try {
		answer = await fetch(path, init);
	} catch (error) {
		if (init?.signal?.aborted) throw error;
		throw new ApiError("unreachable", "the server does not answer");
	}
	if (answer.ok) return answer;
	const problem = (await answer.json().catch(() => null)) as Problem | null;
	throw new ApiError(problem?.reason ?? "unreachable", problem?.detail ?? answer.statusText);
}

const JSON_BODY = { "Content-Type": "application/json" };

/** Send a value as JSON. */
export const send = (method: "POST" | "PUT", path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
	request(path, { method, body: JSON.stringify(body), headers: JSON_BODY, signal });

export const getJson = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
	(await request(path, { signal })).json() as Promise<T>;
export const postJson = async <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
	(await send("POST", path, body, signal)).json() as Promise<T>;
export const putJson = async <T>(path: string, body: unknown): Promise<T> =>
	(await send("PUT", path, body)).json() as Promise<T>;
/** Put a small change that also arrives if the page is left at once. */
export const putLast = (path: string, body: unknown): Promise<unknown> =>
	request(path, { method: "PUT", body: JSON.stringify(body), headers: JSON_BODY, keepalive: true });
/** Post a file or text unchanged; the answer is JSON. */
export const postFile = async <T>(path: string, body: Blob | string): Promise<T> =>
	(await request(path, { method: "POST", body })).json() as Promise<T>;
export const getText = async (path: string): Promise<string> => (await request(path)).text();
export const remove = (path: string): Promise<unknown> => request(path, { method: "DELETE" });
