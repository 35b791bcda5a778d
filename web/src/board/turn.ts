// How a board lies on the screen: the eight symmetries of a square.

/** Column and row, of a board or of its picture. */
type Place = readonly [number, number];

/** Clockwise quarters, plus 4 if the board was mirrored from left to right before it was turned. */
export type Turn = number;

export const UPRIGHT: Turn = 0;

export const isTurn = (value: unknown): value is Turn =>
	Number.isInteger(value) && Number(value) >= 0 && Number(value) < 8;
export const quartersOf = (turn: Turn): number => turn & 3;
export const isMirrored = (turn: Turn): boolean => turn >= 4;
/** Whether its rows run from top to bottom. */
export const isOnItsSide = (turn: Turn): boolean => turn % 2 === 1;

/** Turned by a quarter more. */
export const turned = (turn: Turn): Turn => (turn & 4) | ((turn + 1) & 3);
/** Mirrored from left to right as it is seen: before the quarters, that is a mirroring and as many in the other direction. */
export const mirrored = (turn: Turn): Turn => ((turn & 4) ^ 4) | (-turn & 3);

interface Size {
	readonly width: number;
	readonly height: number;
}

/** Where a cell of a board lies in its picture. */
export function drawn([x, y]: Place, { width, height }: Size, turn: Turn): Place {
	const across = isMirrored(turn) ? width - 1 - x : x;
	const places: readonly Place[] = [
		[across, y],
		[height - 1 - y, across],
		[width - 1 - across, height - 1 - y],
		[y, width - 1 - across],
	];
	return places[quartersOf(turn)]!;
}

/** The way back: as turned in the other direction, and mirrored last. */
export const inverse = (turn: Turn): Turn => (isMirrored(turn) ? turn : -turn & 3);
