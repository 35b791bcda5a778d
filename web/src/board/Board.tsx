// The board: an SVG picture that knows no rules, and the grid of cells for pointer, keyboard and screen reader.
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { doge } from "../doge/mode";
import { t } from "../i18n";
import { Icon } from "../kit/Icon";
import { Flight } from "./Flight";
import { at, type Cell, type Grid, gridOf, key, place, type Side, same, span, spot, viewOf } from "./geometry";
import { CellGrid } from "./input/CellGrid";
import { usePinch } from "./input/pinchZoom";
import { Coordinates, Lines, Numbers, Stones } from "./Layers";
import { Bubble, type Marks, Over, Under } from "./Marks";
import type { Placed } from "./placed";
import type { Colours } from "./Stones";
import { symbol } from "./Stones";
import { BoardTexture } from "./texture/BoardTexture";
import { type Turn, UPRIGHT } from "./turn";

export interface BoardProps {
	width: number;
	height: number;
	columns: readonly string[];
	stones: readonly Placed[];
	colours: Colours;
	marks: Marks;
	/** Accessible name of the whole board. */
	label: string;
	/** Accessible description of a cell. */
	describe: (cell: Cell) => string;
	/** The side whose stone a click would place; null if it would place none. */
	side: Side | null;
	onPlay: (cell: Cell) => void;
	/** On touch screens, the cell aimed at; the aim card moves it as well. */
	aim: { value: Cell | null };
	/** The keyboard cursor. */
	cursor: { value: Cell | null };
	oneTap: boolean;
	coordinates: boolean;
	numbers: boolean;
	/** Phone layout: a smaller margin, coordinates on two sides. */
	compact: boolean;
	/** How the board lies; upright if nothing is said. */
	turn?: Turn;
	/** A refused move and the reason, shown at its cell. */
	refused?: { cell: Cell; text: string } | null;
	/** Cells that matter: the board is enlarged around them. */
	focus?: readonly Cell[];
	/** Whether captures of the last move are animated. */
	flying: boolean;
	children?: ComponentChildren;
}

export function Board(props: BoardProps) {
	const { width, height, columns, stones, colours, marks, compact, coordinates, turn = UPRIGHT } = props;
	const grid = useMemo(
		() => gridOf({ width, height }, coordinates, compact, turn),
		[width, height, coordinates, compact, turn],
	);
	const hover = useSignal<Cell | null>(null);
	const frame = useRef<HTMLDivElement>(null);
	const zoom = usePinch(frame);
	const part = useMemo(() => viewOf(grid, props.focus ?? []), [grid, props.focus]);
	useLayoutEffect(() => zoom.to(part), [part.scale, part.x, part.y]);
	const faces = doge.value;
	const viewBox = `0 0 ${span(grid, grid.width)} ${span(grid, grid.height)}`;
	const lines = useMemo(() => <Lines grid={grid} weight={compact ? 1.5 : 1.15} />, [grid, compact]);
	const names = useMemo(
		() => coordinates && <Coordinates grid={grid} columns={columns} two={compact} />,
		[grid, columns, compact, coordinates],
	);
	const pieces = useMemo(
		() => <Stones grid={grid} stones={stones} colours={colours} fresh={marks.last?.cell} faces={faces} />,
		[grid, stones, colours, marks.last, faces],
	);
	return (
		<div class="frame" ref={frame} style={{ "--ratio": grid.width / grid.height }}>
			<div class="field" style={zoom.style.value}>
				<BoardTexture />
				<svg class="board" viewBox={viewBox} aria-hidden="true">
					{lines}
					{names}
					<Under grid={grid} marks={marks} colours={colours} />
					<Aim grid={grid} aim={props.aim} side={props.side} />
					{pieces}
					{props.numbers && <Numbers grid={grid} stones={stones} colours={colours} faces={faces} />}
					<Over grid={grid} marks={marks} colours={colours} stones={stones} numbers={props.numbers} />
					<Ghost
						grid={grid}
						colours={colours}
						side={props.side}
						hover={hover}
						aim={props.aim}
						stones={stones}
						marks={marks}
					/>
					<Cursor grid={grid} cursor={props.cursor} />
					{props.flying && <Flight grid={grid} marks={marks} colours={colours} />}
					<Said grid={grid} hover={hover} aim={props.aim} cursor={props.cursor} marks={marks} refused={props.refused} />
					{props.children}
				</svg>
				<CellGrid
					grid={grid}
					label={props.label}
					describe={props.describe}
					stones={stones}
					marks={marks}
					playable={props.side !== null}
					hover={hover}
					aim={props.aim}
					cursor={props.cursor}
					oneTap={props.oneTap}
					onPlay={props.onPlay}
					zoom={zoom}
				/>
			</div>
			{zoom.scale.value > 1 && (
				<button type="button" class="icon unzoom" aria-label={t.value.wholeBoard} onClick={() => zoom.reset()}>
					<Icon name="zoomOut" size={20} />
				</button>
			)}
		</div>
	);
}

interface PointerProps {
	grid: Grid;
	hover: ReadonlySignal<Cell | null>;
	aim: { value: Cell | null };
	marks: Marks;
}

/** A preview of the stone that a click would place. */
function Ghost(props: PointerProps & { colours: Colours; side: Side | null; stones: readonly Placed[] }) {
	const { grid, hover, aim, side, marks } = props;
	const cell = aim.value ?? hover.value;
	if (!cell || !side || props.stones.some((stone) => same(stone.cell, cell))) return null;
	if (marks.forbidden?.some((closed) => same(closed.cell, cell)) || same(marks.pending?.cell, cell)) return null;
	const aimed = aim.value !== null;
	const taken = marks.takes?.find((take) => same(take.cell, cell))?.captured ?? [];
	return (
		<>
			<g class="ghost" transform={place(grid, cell)}>
				<use href={symbol(props.colours[side], side, cell[0], cell[1])} opacity={aimed ? 0.85 : 0.45} />
				{aimed && <circle class="aim-ring" r="20.5" />}
			</g>
			{taken.map((gone) => (
				<circle key={key(gone)} class="takes" transform={place(grid, gone)} r="20.5" />
			))}
		</>
	);
}

/** Cross hairs after a first tap. */
function Aim({ grid, aim, side }: { grid: Grid; aim: { value: Cell | null }; side: Side | null }) {
	const cell = aim.value;
	if (!cell || !side) return null;
	const [x, y] = spot(grid, cell);
	return (
		<g class="aim">
			<path d={`M${x} ${grid.margin}V${at(grid, grid.height - 1)}M${grid.margin} ${y}H${at(grid, grid.width - 1)}`} />
			<circle cx={x} cy={y} r="30" />
		</g>
	);
}

/** The keyboard cursor. */
function Cursor({ grid, cursor }: { grid: Grid; cursor: { value: Cell | null } }) {
	const cell = cursor.value;
	if (!cell) return null;
	return (
		<g class="cursor" transform={place(grid, cell)}>
			<circle r="23" />
			<circle r="23" class="top" />
		</g>
	);
}

/** Why a cell is forbidden: on hover, on aim, at the keyboard cursor, and after a refused click. */
function Said(props: PointerProps & { cursor: { value: Cell | null }; refused?: { cell: Cell; text: string } | null }) {
	const { grid, marks, refused } = props;
	const cell = props.aim.value ?? props.hover.value ?? props.cursor.value;
	const closed = cell && marks.forbidden?.find((shut) => same(shut.cell, cell));
	if (closed) return <Bubble key={key(closed.cell)} grid={grid} cell={closed.cell} text={closed.why} />;
	return refused ? <Bubble key={key(refused.cell)} grid={grid} cell={refused.cell} text={refused.text} /> : null;
}
