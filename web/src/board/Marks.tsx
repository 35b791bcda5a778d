// Marks on the board: last move, captures, forbidden points, grace turn, win, hints.
import { doge } from "../doge/mode";
import { type Cell, cellAt, drawnAt, type Grid, key, place, type Side, span, spot } from "./geometry";
import type { Placed } from "./placed";
import { type Colours, isPlain, symbol } from "./Stones";
import { type Threat, Threats } from "./Threats";

export interface Closed {
	readonly cell: Cell;
	/** The reason, as a sentence. */
	readonly why: string;
}

export interface Advice {
	readonly cell: Cell;
	readonly side: Side;
	readonly takes: readonly Cell[];
	/** The threats that are its reason. */
	readonly threats?: readonly Threat[];
}

export interface Marks {
	readonly last?: Placed | null;
	/** Stones captured by the last move. */
	readonly traces?: readonly { cell: Cell; side: Side }[];
	readonly forbidden?: readonly Closed[];
	/** Rows of five, each from end to end. */
	readonly fives?: readonly (readonly Cell[])[];
	/** Cells where a standing five can be broken. */
	readonly breaks?: readonly Cell[];
	/** Whether the fives have won or, without one, the last capture. */
	readonly won?: boolean;
	readonly hint?: Advice | null;
	/** Cells offered by an opening, or chosen to be offered; shown as lettered stones. */
	readonly offered?: readonly Cell[];
	/** A move sent but not yet confirmed. */
	readonly pending?: Placed | null;
	/** Cells where a stone would capture, with the stones captured. */
	readonly takes?: readonly { readonly cell: Cell; readonly captured: readonly Cell[] }[];
	/** The only cells the opening allows; null for all. */
	readonly allowed?: readonly Cell[] | null;
}

interface MarksProps {
	grid: Grid;
	marks: Marks;
	colours: Colours;
}

/** The rows that a capture took, each from the stone that took it to the farthest one taken. */
function takenRows({ last, traces }: Marks): (readonly Cell[])[] {
	if (!last) return [];
	const rows = new Map<string, Cell[]>();
	for (const { cell } of traces ?? []) {
		const [dx, dy] = [cell[0] - last.cell[0], cell[1] - last.cell[1]];
		const way = `${Math.sign(dx)} ${Math.sign(dy)}`;
		rows.set(way, [...(rows.get(way) ?? [last.cell]), cell]);
	}
	const far = (cell: Cell) => Math.max(Math.abs(cell[0] - last.cell[0]), Math.abs(cell[1] - last.cell[1]));
	return [...rows.values()].map((cells) => cells.toSorted((a, b) => far(a) - far(b)));
}
const line = (grid: Grid, row: readonly Cell[]): string => {
	const [a, b] = [row[0]!, row[row.length - 1]!];
	return `M${spot(grid, a).join(" ")}L${spot(grid, b).join(" ")}`;
};

/** Marks below the stones. */
export function Under({ grid, marks, colours }: MarksProps) {
	return (
		<>
			{marks.allowed && <Allowed grid={grid} cells={marks.allowed} />}
			{marks.fives?.map((row) => (
				<path key={line(grid, row)} class="band" d={line(grid, row)} />
			))}
			<Traces grid={grid} marks={marks} colours={colours} />
		</>
	);
}

/** The stones captured by the last move, where they were. */
function Traces({ grid, marks, colours }: MarksProps) {
	return (
		<>
			{marks.traces?.map(({ cell, side }) => (
				<g key={key(cell)} class="trace" transform={place(grid, cell)}>
					<use href={symbol(colours[side], side)} opacity=".2" />
					<circle r="17" />
				</g>
			))}
		</>
	);
}

/** Few cells get a ring each; when most of the board is open, the closed part is dimmed instead. */
export const areFew = (cells: readonly Cell[], grid: Pick<Grid, "width" | "height">): boolean =>
	cells.length * 2 < grid.width * grid.height;

/** The cells an opening allows, highlighted. */
function Allowed({ grid, cells }: { grid: Grid; cells: readonly Cell[] }) {
	if (areFew(cells, grid))
		return (
			<g class="allowed">
				{cells.map((cell) => (
					<circle key={key(cell)} transform={place(grid, cell)} r="11" />
				))}
			</g>
		);
	const open = new Set(cells.map(key));
	const shut: Cell[] = [];
	for (let x = 0; x < grid.width; x++) for (let y = 0; y < grid.height; y++) shut.push(cellAt(grid, [x, y]));
	return (
		<g class="closed">
			{shut
				.filter((cell) => !open.has(key(cell)))
				.map((cell) => (
					<rect key={key(cell)} transform={place(grid, cell)} x="-20" y="-20" width="40" height="40" />
				))}
		</g>
	);
}

/** Marks above the stones. */
export function Over(props: MarksProps & { stones: readonly Placed[]; numbers?: boolean }) {
	const { grid, marks, colours, stones } = props;
	const { last, hint, pending } = marks;
	const faces = doge.value;
	return (
		<>
			{marks.won && <Won grid={grid} marks={marks} colours={colours} stones={stones} />}
			{last && (!marks.won || !marks.fives?.length) && (
				<LastMove grid={grid} last={last} colours={colours} numbers={props.numbers ?? false} />
			)}
			{!marks.won &&
				marks.fives?.flat().map((cell) => (
					<g key={`five ${key(cell)}`} class="in-five" transform={place(grid, cell)}>
						<circle r="18.3" stroke="#fff" stroke-width="3.4" />
						<circle r="20.3" stroke="#6b4204" stroke-width="1.1" />
					</g>
				))}
			{!marks.won &&
				marks.breaks?.map((cell) => (
					<g key={`break ${key(cell)}`} class="break" transform={place(grid, cell)}>
						<circle r="18" class="fill" />
						<circle r="18" class="ring" />
						<path d="M-6.5-6.5L6.5 6.5M6.5-6.5L-6.5 6.5" />
					</g>
				))}
			{marks.forbidden?.map(({ cell }) => (
				<g key={`no ${key(cell)}`} class="forbidden" transform={place(grid, cell)}>
					<circle r="13" />
					<path d="M-9 9L9-9" />
				</g>
			))}
			{marks.offered?.map((cell, i) => (
				<g key={`offer ${key(cell)}`} class="offered" transform={place(grid, cell)}>
					<use href={symbol(colours.X, "X")} opacity=".55" />
					<circle r="20" />
					<text y="5.5" text-anchor="middle" font-size="16" font-weight="700">
						{String.fromCharCode(65 + i)}
					</text>
				</g>
			))}
			{hint?.threats && <Threats grid={grid} threats={hint.threats} move={hint.cell} />}
			{hint?.takes.map((cell) => (
				<circle key={`take ${key(cell)}`} class="takes" transform={place(grid, cell)} r="20.5" />
			))}
			{hint && (
				<g key={`hint ${key(hint.cell)}`} transform={place(grid, hint.cell)} class="hint">
					<circle class="pulse" r="34" />
					<circle class="outer" r="27.5" />
					<use href={symbol(colours[hint.side], hint.side)} opacity={faces ? 0.72 : 0.85} />
					<circle class="inner" r="20" />
					<circle class="white" r="22.6" />
				</g>
			)}
			{pending && (
				<g key="pending" class="pending" transform={place(grid, pending.cell)}>
					<use href={symbol(colours[pending.side], pending.side)} />
				</g>
			)}
		</>
	);
}

/** A dot on the last stone; a ring where a face or a number is in its place. */
function LastMove(props: { grid: Grid; last: Placed; colours: Colours; numbers: boolean }) {
	const { grid, last, colours } = props;
	if (doge.value || (props.numbers && last.number !== null))
		return <circle class="last-ring" transform={place(grid, last.cell)} r={doge.value ? 21.5 : 20} />;
	const plain = isPlain(colours[last.side]);
	return <circle class={plain ? "last" : "last on-colour"} transform={place(grid, last.cell)} r="5.6" />;
}

/** Dims everything but what has won, and draws a line through it: the five, or the stones taken last. */
function Won({ grid, marks, colours, stones }: MarksProps & { stones: readonly Placed[] }) {
	const fives = marks.fives?.length ? marks.fives : takenRows(marks);
	const shown = new Set(fives.flat().map(key));
	if (!fives.length) return null;
	return (
		<g class="won">
			<rect class="veil" width={span(grid, grid.width)} height={span(grid, grid.height)} rx="9" />
			{!marks.fives?.length && <Traces grid={grid} marks={marks} colours={colours} />}
			{stones
				.filter(({ cell }) => shown.has(key(cell)))
				.map(({ cell, side }) => (
					<use key={key(cell)} href={symbol(colours[side], side, cell[0], cell[1])} transform={place(grid, cell)} />
				))}
			{fives.map((row) => (
				<g key={line(grid, row)} class="line">
					<path d={line(grid, row)} pathLength="1" stroke="#fff" stroke-width="5" />
					<path d={line(grid, row)} pathLength="1" stroke="#d4432a" stroke-width="2.6" />
				</g>
			))}
		</g>
	);
}

/** A tooltip at a cell, kept inside the board. */
export function Bubble({ grid, cell, text }: { grid: Grid; cell: Cell; text: string }) {
	const wide = Math.min(span(grid, grid.width) - 16, 26 + text.length * 7.3);
	const [x, y] = spot(grid, cell);
	const below = drawnAt(grid, cell)[1] < grid.height - 2;
	const left = Math.max(8 + wide / 2, Math.min(span(grid, grid.width) - 8 - wide / 2, x));
	const top = below ? y + 42 : y - 42;
	return (
		<g class="bubble">
			<path
				d={
					below
						? `M${x - 6} ${y + 28}L${x} ${y + 21}L${x + 6} ${y + 28}Z`
						: `M${x - 6} ${y - 28}L${x} ${y - 21}L${x + 6} ${y - 28}Z`
				}
			/>
			<rect x={left - wide / 2} y={top - 15} width={wide} height="30" rx="8" />
			<text x={left} y={top + 5} text-anchor="middle" font-size="14" font-weight="600">
				{text}
			</text>
		</g>
	);
}
