// Endpoints about a position. The page knows no rules: the server says what a move captures or makes.
import type { Cell } from "../../board/geometry";
import { getJson, postJson } from "../../wire/http";
import type {
	CellEvaluation,
	LineMove,
	LineReply,
	Position,
	PositionEvaluation,
	ReasonsReply,
	Refutation,
	TreeChunk,
	TreeSummary,
} from "../../wire/messages";

/** Entries of each cache. */
const CACHE_SIZE = 64;
const walks = new Map<string, Promise<readonly LineMove[]>>();
const sights = new Map<string, Promise<PositionEvaluation>>();

/** Look up an answer, or ask for it. Failures are not cached; the oldest entry goes first. */
function cached<T>(cache: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
	const known = cache.get(key);
	if (known) return known;
	const asked = ask();
	cache.set(key, asked);
	asked.catch(() => cache.delete(key));
	if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!);
	return asked;
}

/** What each move of a line does; null is a pass. */
export const walk = (position: Position, moves: readonly (Cell | null)[]): Promise<readonly LineMove[]> =>
	cached(walks, `${positionKey(position)} ${moves.join(" ")}`, async () => {
		const { steps } = await postJson<LineReply>("/api/walk", { position, moves });
		return steps;
	});

/** What the last move of each line does, and the threats behind it; null is a pass. */
export const fetchReasons = (position: Position, lines: readonly (readonly (Cell | null)[])[]): Promise<ReasonsReply> =>
	postJson("/api/reasons", { position, lines });

/** The threats of both sides. */
export const fetchSight = (position: Position): Promise<PositionEvaluation> =>
	cached(sights, positionKey(position), () => postJson<PositionEvaluation>("/api/sight", position));

/** What the evaluation sees in a cell. */
export const fetchCell = (position: Position, cell: Cell): Promise<CellEvaluation> =>
	postJson("/api/cell", { position, cell });

/** The engine's best answer to a move. */
export const refute = (position: Position, cell: Cell): Promise<Refutation> =>
	postJson("/api/refute", { position, cell });

/** Search for `ms` milliseconds and record the tree. */
export const fetchTree = (position: Position, ms: number, signal: AbortSignal): Promise<TreeSummary> =>
	postJson("/api/tree", { position, ms }, signal);

/** Nodes of a recorded tree, from number `start` on. */
export const fetchTreePiece = (id: string, start: number, signal: AbortSignal): Promise<TreeChunk> =>
	getJson(`/api/tree/${id}?start=${start}`, signal);

export const positionKey = (position: Position): string =>
	`${position.rules} ${position.rows.join("/")} ${position.to_move} ${position.taken}`;
