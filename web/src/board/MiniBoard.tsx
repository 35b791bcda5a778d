// A section of a board for the rules and lessons, drawn with the layers of the real one.

import "./miniBoard.css";
import { doge } from "../doge/mode";
import { at, type Cell, type Grid, span } from "./geometry";
import { Stones } from "./Layers";
import { Over, Under } from "./Marks";
import { fromRows } from "./placed";
import { BoardTexture } from "./texture/BoardTexture";

interface MiniBoardProps {
	/** What the picture shows; empty where the words beside it say so. */
	label: string;
	rows: readonly string[];
	last?: Cell;
	traces?: readonly Cell[];
	forbidden?: readonly Cell[];
	fives?: readonly (readonly Cell[])[];
	breaks?: readonly Cell[];
	/** Where the next move goes. */
	crosses?: readonly Cell[];
	won?: readonly [Cell, Cell];
	hint?: { cell: Cell; takes: readonly Cell[] };
}

const COLOURS = { X: "black", O: "white" } as const;

/** Every cell from one end of a row to the other. */
export function between([from, to]: readonly [Cell, Cell]): Cell[] {
	const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
	return Array.from(
		{ length: steps + 1 },
		(_, i): Cell => [from[0] + Math.sign(to[0] - from[0]) * i, from[1] + Math.sign(to[1] - from[1]) * i],
	);
}

export function MiniBoard(props: MiniBoardProps) {
	const { rows, label } = props;
	const grid: Grid = { width: rows[0]!.length, height: rows.length, margin: 20 };
	// Lines run to the edge: this is part of a larger board.
	let lines = "";
	for (let x = 0; x < grid.width; x++) lines += `M${at(grid, x)} 0V${span(grid, grid.height)}`;
	for (let y = 0; y < grid.height; y++) lines += `M0 ${at(grid, y)}H${span(grid, grid.width)}`;
	const stones = fromRows(rows);
	const last = props.last && stones.find(({ cell }) => cell[0] === props.last![0] && cell[1] === props.last![1]);
	const rowsOfFive = props.won ? [between(props.won)] : (props.fives ?? []).map(([a, b]) => between([a!, b!]));
	const marks = {
		last,
		traces: props.traces?.map((cell) => ({ cell, side: "O" as const })),
		forbidden: props.forbidden?.map((cell) => ({ cell, why: "" })),
		fives: rowsOfFive,
		breaks: [...(props.breaks ?? []), ...(props.crosses ?? [])],
		won: !!props.won,
		hint: props.hint && { ...props.hint, side: "X" as const },
	};
	return (
		<div class="mini">
			<BoardTexture />
			<svg
				viewBox={`0 0 ${span(grid, grid.width)} ${span(grid, grid.height)}`}
				role={label ? "img" : "none"}
				aria-label={label || undefined}
			>
				<path class="lines" d={lines} stroke-width="1.15" />
				<Under grid={grid} marks={marks} colours={COLOURS} />
				<Stones grid={grid} stones={stones} colours={COLOURS} faces={doge.value} />
				<Over grid={grid} marks={marks} colours={COLOURS} stones={stones} />
			</svg>
		</div>
	);
}
