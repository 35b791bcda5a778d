// Questions about a position, over HTTP. The page knows no rules: what a move takes or makes is the server's to say.
import type { Cell } from "../../board/geometry";
import { ApiError } from "../../wire/http";
import type { CellSight, Position, Refutation, Sight, Step, TreeHead, TreePiece, Walked } from "../../wire/messages";

async function put<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
	const answer = await fetch(path, {
		method: "POST",
		body: JSON.stringify(body),
		headers: { "Content-Type": "application/json" },
		signal,
	});
	return read<T>(answer);
}

async function read<T>(answer: Response): Promise<T> {
	if (answer.ok) return (await answer.json()) as T;
	const problem = await answer.json().catch(() => null);
	throw new ApiError(problem?.reason ?? "unreachable", problem?.detail ?? answer.statusText);
}

const walks = new Map<string, Promise<readonly Step[]>>();
const sights = new Map<string, Promise<Sight>>();
const KEPT = 64;

function kept<T>(store: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
	const known = store.get(name);
	if (known) return known;
	const asked = make();
	store.set(name, asked);
	asked.catch(() => store.delete(name));
	if (store.size > KEPT) store.delete(store.keys().next().value!);
	return asked;
}

/** What each move of a line does; the same question is asked once. */
export const walk = (position: Position, moves: readonly (Cell | null)[]): Promise<readonly Step[]> =>
	kept(walks, `${nameOfPosition(position)} ${moves.join(" ")}`, async () => {
		const { steps } = await put<Walked>("/api/walk", { position, moves });
		return steps;
	});

export const sightOf = (position: Position): Promise<Sight> =>
	kept(sights, nameOfPosition(position), () => put<Sight>("/api/sight", position));

export const cellOf = (position: Position, cell: Cell): Promise<CellSight> =>
	put<CellSight>("/api/cell", { position, cell });

export const refute = (position: Position, cell: Cell): Promise<Refutation> =>
	put<Refutation>("/api/refute", { position, cell });

export const treeOf = (position: Position, ms: number, signal: AbortSignal): Promise<TreeHead> =>
	put<TreeHead>("/api/tree", { position, ms }, signal);

export const pieceOf = async (id: string, start: number, signal: AbortSignal): Promise<TreePiece> =>
	read<TreePiece>(await fetch(`/api/tree/${id}?start=${start}`, { signal }));

export const nameOfPosition = (position: Position): string =>
	`${position.rules} ${position.rows.join("/")} ${position.to_move} ${position.taken}`;
