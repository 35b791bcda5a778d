// Board geometry in SVG units, and the names of cells.
import { drawn, inverse, isOnItsSide, type Turn, UPRIGHT } from "./turn";

/** `[x, y]` from the upper left corner, both from 0. */
export type Cell = readonly [number, number];
export type Side = "X" | "O";

interface Size {
	readonly width: number;
	readonly height: number;
}

export const CELL = 40;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The picture of a board. */
export interface Grid {
	/** Lines of the picture: those of the board, or the other way round if it lies on its side. */
	readonly width: number;
	readonly height: number;
	/** Space around the lines, for coordinates. */
	readonly margin: number;
	/** How the board lies; upright if nothing is said. */
	readonly turn?: Turn;
}

/** Radius of a stone with its rim. */
const STONE = 20;

/** Size of what is written on the board, against a board of 19 lines: smaller boards are drawn larger. */
export const scaleOf = ({ width, height }: Size): number => Math.min(1, (Math.max(width, height) - 1) / 18);

/** The grid of a board. Its margin holds coordinates beside the stones on the edge; `compact` is for phones. */
export function gridOf(size: Size, coordinates: boolean, compact: boolean, turn: Turn = UPRIGHT): Grid {
	const [width, height] = isOnItsSide(turn) ? [size.height, size.width] : [size.width, size.height];
	return { width, height, margin: coordinates ? STONE + (compact ? 33 : 26) * scaleOf(size) : 30, turn };
}
/**
 * Where coordinates are: in the middle between the board's rim and a stone on the edge. On a phone the rim is the edge of
 * the screen, so that they stand closer to the stones.
 */
export const inset = ({ margin }: Grid, compact: boolean): number => (margin - STONE) * (compact ? 0.59 : 0.5);

export const other = (side: Side): Side => (side === "X" ? "O" : "X");
export const same = (a: Cell | null | undefined, b: Cell | null | undefined): boolean =>
	!!a && !!b && a[0] === b[0] && a[1] === b[1];
export const key = (cell: Cell): string => `${cell[0]},${cell[1]}`;
/** Where a line of the picture is. */
export const at = (grid: Grid, n: number): number => grid.margin + n * CELL;
const boardOf = ({ width, height, turn = UPRIGHT }: Grid): Size =>
	isOnItsSide(turn) ? { width: height, height: width } : { width, height };
/** The lines of the picture that cross at a cell. */
export const drawnAt = (grid: Grid, cell: Cell): Cell => drawn(cell, boardOf(grid), grid.turn ?? UPRIGHT);
/** The cell at which two lines of the picture cross. */
export const cellAt = (grid: Grid, place: Cell): Cell => drawn(place, grid, inverse(grid.turn ?? UPRIGHT));
/** Where a cell is in the picture. */
export const spot = (grid: Grid, cell: Cell): readonly [number, number] => {
	const [x, y] = drawnAt(grid, cell);
	return [at(grid, x), at(grid, y)];
};
/** The transformation that moves a drawing from the origin to a cell. */
export const place = (grid: Grid, cell: Cell): string => `translate(${spot(grid, cell).join(" ")})`;
export const span = (grid: Grid, n: number): number => 2 * grid.margin + (n - 1) * CELL;
/** Cells shown around those that matter, and fewest lines of a part of the board. */
const [AROUND, FEWEST] = [2, 10];
/** From this share of the board on a part is no gain. */
const NEARLY_ALL = 0.85;

/**
 * The view of a board that is enlarged around some cells: its scale, and where the board's upper left corner is, in widths
 * and heights of the frame. The whole board without any.
 */
export function viewOf(grid: Grid, cells: readonly Cell[]): { scale: number; x: number; y: number } {
	const shown = cells.map((cell) => drawnAt(grid, cell));
	const along = (axis: 0 | 1) => {
		const places = shown.map((place) => place[axis]);
		return { from: Math.min(...places) - AROUND, to: Math.max(...places) + AROUND };
	};
	const [across, down] = [along(0), along(1)];
	const whole = Math.max(grid.width, grid.height);
	const lines = Math.max(FEWEST, across.to - across.from + 1, down.to - down.from + 1);
	if (!shown.length || lines > whole * NEARLY_ALL) return { scale: 1, x: 0, y: 0 };
	const scale = span(grid, whole) / (lines * CELL);
	const corner = ({ from, to }: { from: number; to: number }, n: number) => {
		const share = at(grid, (from + to) / 2) / span(grid, n);
		return Math.max(1 - scale, Math.min(0, 0.5 - share * scale));
	};
	return { scale, x: corner(across, grid.width), y: corner(down, grid.height) };
}
export const inside = ({ width, height }: Size, [x, y]: Cell): boolean => x >= 0 && y >= 0 && x < width && y < height;

/** The name of a column. Boards 19 wide skip the letter I, as Go boards do. */
const columnOf = (x: number, width: number): string =>
	width > LETTERS.length ? String(x + 1) : (LETTERS[width === 19 && x > 7 ? x + 1 : x] ?? "?");

/** Column names from the left. */
export const columns = (width: number): string[] => Array.from({ length: width }, (_, x) => columnOf(x, width));

/** The name of a cell: `K10`, or `27-3` on boards too wide for letters. */
export function nameOf(cell: Cell, size: Size): string {
	const column = columnOf(cell[0], size.width);
	return `${column}${/\d/.test(column) ? "-" : ""}${size.height - cell[1]}`;
}

/** The cell that a name stands for, or null. */
export function cellOf(text: string, size: Size): Cell | null {
	const match = /^\s*([A-Za-z]|\d+-)\s*(\d+)\s*$/.exec(text);
	if (!match) return null;
	const column = match[1]!.replace("-", "").toUpperCase();
	const cell: Cell = [columns(size.width).indexOf(column), size.height - Number(match[2])];
	return inside(size, cell) ? cell : null;
}

/** What is written at the lines of the picture, from the left and from the top: the board's names, wherever they lie. */
export function labelsOf(grid: Grid, columns: readonly string[]): { across: string[]; down: string[] } {
	const { height } = boardOf(grid);
	const onSide = isOnItsSide(grid.turn ?? UPRIGHT);
	const label = (place: Cell, isColumn: boolean): string => {
		const [x, y] = cellAt(grid, place);
		return isColumn ? (columns[x] ?? "?") : String(height - y);
	};
	return {
		across: Array.from({ length: grid.width }, (_, i) => label([i, 0], !onSide)),
		down: Array.from({ length: grid.height }, (_, i) => label([0, i], onSide)),
	};
}

/** Star points: the centre, and on larger boards the corners and sides. */
export function stars(width: number, height: number): Cell[] {
	const along = (n: number): number[] => {
		if (n < 9 || n % 2 === 0) return n % 2 ? [(n - 1) / 2] : [];
		const edge = n >= 13 ? 3 : 2;
		return n >= 17 ? [edge, (n - 1) / 2, n - 1 - edge] : [edge, n - 1 - edge];
	};
	const cells: Cell[] = along(width).flatMap((x) => along(height).map((y): Cell => [x, y]));
	if (width % 2 && height % 2) cells.push([(width - 1) / 2, (height - 1) / 2]);
	return cells.filter((cell, i) => cells.findIndex((c) => same(c, cell)) === i);
}
