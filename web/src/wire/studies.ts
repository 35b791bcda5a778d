// Endpoints of stored studies.
import { getJson, postJson, putJson, putLast, remove } from "./http";
import type { Access, StoredStudy, StudyDraft, StudySaved, StudySummaries } from "./messages";

export const createStudy = (draft: StudyDraft, room: string | null): Promise<StudySaved> =>
	postJson("/api/studies", { draft, room });
export const loadStudy = (id: string): Promise<StoredStudy> => getJson(`/api/studies/${id}`);
export const saveStudy = (id: string, draft: StudyDraft, version: number): Promise<StudySaved> =>
	putJson(`/api/studies/${id}`, { draft, version });
export const shareStudy = (id: string, access: Access): Promise<unknown> =>
	putLast(`/api/studies/${id}/access`, { access });
/** The visitor's own studies, or the public ones of all visitors. */
export const fetchStudies = (
	whose: "mine" | "public",
	search: string,
	limit: number,
	offset: number,
): Promise<StudySummaries> =>
	getJson(
		`/api/studies${whose === "public" ? "/public" : ""}?${new URLSearchParams({ search, limit: String(limit), offset: String(offset) })}`,
	);
export const deleteStudy = (id: string): Promise<unknown> => remove(`/api/studies/${id}`);
