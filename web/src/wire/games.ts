// Endpoints of saved games: list, delete, share, import, export.
import { getJson, postFile, remove } from "./http";
import type { GameList, Imported, Shared, Snapshot } from "./messages";

export interface GameQuery {
	search: string;
	phase: "" | "playing" | "over";
	limit: number;
	offset: number;
}

export function fetchGames(query: Partial<GameQuery>): Promise<GameList> {
	const given = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined);
	return getJson(`/api/games?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`);
}

export const deleteGame = (room: string): Promise<unknown> => remove(`/api/games/${room}`);
/** The path of a link that holds the whole game. */
export const fetchLink = (room: string): Promise<Shared> => getJson(`/api/games/${room}/link`);
/** The game that a link holds. */
/** A game's text or link, without the address that a shared link begins with. */
export const withoutAddress = (text: string): string => text.trim().replace(/^https?:\/\/[^/\s]+\/shared\//, "");
export const fetchShared = (link: string): Promise<Snapshot> => getJson(`/api/shared/${encodeURIComponent(link)}`);
/** Store the games of a file, text or link. `rowsFrom`: where a POS file counts its rows from. */
export const importGames = (body: Blob | string, rowsFrom?: "top" | "bottom"): Promise<Imported> =>
	postFile(`/api/import${rowsFrom ? `?rows_from=${rowsFrom}` : ""}`, body);
export const exportPath = (room: string, format: string, query = ""): string =>
	`/api/games/${room}/export/${format}${query}`;
