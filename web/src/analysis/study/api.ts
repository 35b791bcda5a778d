// Questions about studies, over HTTP.
import type { Cell } from "../../board/geometry";
import { ApiError } from "../../wire/http";
import type { Position, Review, Study, StudyList, StudyView } from "../../wire/messages";

async function request(path: string, init?: RequestInit): Promise<Response> {
	let answer: Response;
	try {
		answer = await fetch(path, init);
	} catch {
		throw new ApiError("unreachable", "the server does not answer");
	}
	if (answer.ok) return answer;
	const problem = await answer.json().catch(() => null);
	throw new ApiError(problem?.reason ?? "unreachable", problem?.detail ?? answer.statusText);
}

export async function getJson<T>(path: string): Promise<T> {
	return (await (await request(path)).json()) as T;
}

export async function postJson<T>(path: string, body: unknown): Promise<T> {
	const headers = { "Content-Type": "application/json" };
	return (await (await request(path, { method: "POST", body: JSON.stringify(body), headers })).json()) as T;
}

export const look = (start: Position, moves: readonly Cell[]): Promise<StudyView> =>
	postJson("/api/study/look", { start, moves });
export const studyOf = (room: string): Promise<Study> => getJson(`/api/study/game/${room}`);
export const openFile = async (body: Blob | string): Promise<StudyList> =>
	(await (await request("/api/study/open", { method: "POST", body })).json()) as StudyList;
export const sgfOf = async (study: Omit<Study, "dropped">): Promise<string> =>
	(
		await request("/api/study/sgf", {
			method: "POST",
			body: JSON.stringify(study),
			headers: { "Content-Type": "application/json" },
		})
	).text();
export const beginReview = (start: Position, moves: readonly Cell[], ms: number): Promise<Review> =>
	postJson("/api/review", { start, moves, ms });
export const reviewOf = (id: string): Promise<Review> => getJson(`/api/review/${id}`);
export const cancelReview = (id: string): Promise<unknown> => request(`/api/review/${id}`, { method: "DELETE" });
