// The study that a game was begun from, for the way back.
import { recall, remember } from "../browser/storage";

/** Games whose origin is kept. */
const MOST = 20;
type Origin = readonly [room: string, study: string];

const known = (): Origin[] => {
	const kept = recall("origins");
	return Array.isArray(kept) ? kept : [];
};

export const beginFrom = (room: string, study: string): void =>
	remember("origins", [[room, study], ...known()].slice(0, MOST));
export const originOf = (room: string): string | null => known().find(([name]) => name === room)?.[1] ?? null;
