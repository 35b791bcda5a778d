// Endpoints of studies and reviews.
import type { Cell } from "../../board/geometry";
import { getJson, postFile, postJson, remove, send } from "../../wire/http";
import type {
	ExplorerView,
	GameFilter,
	GameMistakes,
	GameSource,
	Imported,
	KnownReview,
	OpeningAdvice,
	Position,
	Review,
	Study,
	StudyList,
	StudyView,
} from "../../wire/messages";

/** The position after `moves`: forbidden points, captures, result. */
export const fetchView = (start: Position, moves: readonly Cell[]): Promise<StudyView> =>
	postJson("/api/study/look", { start, moves });
export const fetchStudy = (room: string): Promise<Study> => getJson(`/api/study/game/${room}`);
export const readFile = (body: Blob | string): Promise<StudyList> => postFile("/api/study/open", body);
/** A game that continues from here: against the computer at a level, or on one device. */
export const playFrom = async (start: Position, moves: readonly Cell[], level: number | null): Promise<string> =>
	(await postJson<Imported>("/api/study/play", { start, moves, level })).rooms[0]!.room;
export const writeSgf = async (study: Omit<Study, "dropped">): Promise<string> =>
	(await send("POST", "/api/study/sgf", study)).text();
/** The moves played in the position after `moves`. */
export const explore = (
	start: Position,
	moves: readonly Cell[],
	source: GameSource,
	only: GameFilter,
	signal: AbortSignal,
): Promise<ExplorerView> => postJson("/api/explorer", { position: { start, moves }, source, only }, signal);
/** Advice on the question of an opening rule after `moves`. */
export const askAdvice = (
	start: Position,
	moves: readonly Cell[],
	opening: string,
	signal: AbortSignal,
): Promise<OpeningAdvice> => postJson("/api/study/advice", { start, opening, moves }, signal);
/** Start a review with `ms` milliseconds for each position. */
export const startReview = (start: Position, moves: readonly Cell[], ms: number): Promise<Review> =>
	postJson("/api/review", { start, moves, ms });
/** The stored review with `ms` milliseconds for each position, if there is one. */
export const fetchKnownReview = (start: Position, moves: readonly Cell[], ms: number): Promise<KnownReview> =>
	postJson("/api/review/stored", { start, moves, ms });
/** The mistakes of a game that such a review has found. */
export const fetchMistakes = (room: string, ms: number): Promise<GameMistakes> =>
	getJson(`/api/study/game/${room}/mistakes?ms=${ms}`);
export const fetchReview = (id: string): Promise<Review> => getJson(`/api/review/${id}`);
export const cancelReview = (id: string): Promise<unknown> => remove(`/api/review/${id}`);
