// Endpoints about other people, and how they are addressed on the page.
import { STONES, type Stone } from "../board/Stones";
import { getJson, putJson, request, send } from "../wire/http";
import type {
	KnownNames,
	OnlineList,
	PlayedGames,
	PublicProfile,
	RatingHistory,
	Relation,
	RelationList,
	ReportRequest,
} from "../wire/messages";

const query = (name: string): string => `name=${encodeURIComponent(name)}`;

/** The address of a person's profile. */
export const pageOf = (name: string): string => `/@${encodeURIComponent(name)}`;

export const fetchPerson = (name: string): Promise<PublicProfile> => getJson(`/api/people/person?${query(name)}`);
export const fetchPlayed = (name: string, offset: number): Promise<PlayedGames> =>
	getJson(`/api/people/games?${query(name)}&limit=20&offset=${offset}`);
export const fetchHistory = (name: string, rules: string): Promise<RatingHistory> =>
	getJson(`/api/people/ratings?${query(name)}&rules=${encodeURIComponent(rules)}`);
export const fetchOnline = (): Promise<OnlineList> => getJson("/api/people/online?limit=50");
export const fetchKnown = async (names: readonly string[]): Promise<readonly string[]> =>
	(await getJson<KnownNames>(`/api/people/known?${names.map(query).join("&")}`)).names;
export const relate = (name: string, relation: Relation | null): Promise<PublicProfile> =>
	putJson("/api/people/relation", { name, relation });
export const fetchRelations = (): Promise<RelationList> => getJson("/api/people/relations");
export const report = (about: ReportRequest): Promise<Response> => send("POST", "/api/reports", about);
export const withdraw = (id: string): Promise<Response> => request(`/api/challenges/${id}`, { method: "DELETE" });

/** The stone that stands for a person: always the same one. */
export function stoneOf(name: string): Stone {
	let sum = 0;
	for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
	return STONES[sum % STONES.length]!;
}
