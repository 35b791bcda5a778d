// Endpoints of tournaments.
import { getJson, postJson, remove } from "./http";
import type { TournamentList, TournamentSettings, TournamentView } from "./messages";

export const fetchTournaments = (offset = 0): Promise<TournamentList> => getJson(`/api/tournaments?offset=${offset}`);
/** A tournament with the boards of a round; by default the last one. `allScores`: of an arena, too. */
export const fetchTournament = (id: string, round: number | null, allScores = false): Promise<TournamentView> =>
	getJson(`/api/tournaments/${id}?all_scores=${allScores}${round ? `&round=${round}` : ""}`);
export const createTournament = (settings: TournamentSettings): Promise<TournamentView> =>
	postJson("/api/tournaments", settings);
export const joinTournament = (id: string, name: string): Promise<TournamentView> =>
	postJson(`/api/tournaments/${id}/join`, { name });
export const withdraw = (id: string): Promise<TournamentView> => postJson(`/api/tournaments/${id}/withdraw`, {});
export const startTournament = (id: string): Promise<TournamentView> => postJson(`/api/tournaments/${id}/start`, {});
/** Remove a player for good. */
export const removePlayer = (id: string, number: number): Promise<TournamentView> =>
	postJson(`/api/tournaments/${id}/remove`, { number });
/** Address of the finished games, as one SGF file. */
export const gamesOf = (id: string): string => `/api/tournaments/${id}/games`;
export const callOff = async (id: string): Promise<TournamentView> => {
	await remove(`/api/tournaments/${id}`);
	return fetchTournament(id, null);
};
