// The grid of cells: one tab stop, with all pointer and keyboard handling.
import type { Signal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Keys } from "../../browser/shortcuts";
import { at, CELL, type Cell, cellAt, drawnAt, type Grid, inside, same, span } from "../geometry";
import type { Marks } from "../Marks";
import type { Placed } from "../placed";
import type { Zoom } from "./pinchZoom";

interface CellGridProps {
	grid: Grid;
	label: string;
	describe: (cell: Cell) => string;
	stones: readonly Placed[];
	marks: Marks;
	playable: boolean;
	hover: Signal<Cell | null>;
	aim: { value: Cell | null };
	cursor: { value: Cell | null };
	oneTap: boolean;
	onPlay: (cell: Cell) => void;
	zoom: Zoom;
}

const STEPS: Record<string, Cell> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** Shortcuts: an arrow key that is pressed elsewhere counts on the board. */
export const ARROW_KEYS: Keys = Object.fromEntries(
	Object.keys(STEPS).map((key) => [
		key,
		() => {
			const cells = document.querySelector<HTMLElement>(".cells");
			cells?.focus();
			cells?.dispatchEvent(new KeyboardEvent("keydown", { key }));
		},
	]),
);

export function CellGrid(props: CellGridProps) {
	const { grid, describe, hover, aim, cursor, zoom } = props;
	const table = useRef<HTMLDivElement>(null);
	/** Where the pointer went down: sliding off that cell cancels the click. */
	const pressed = useRef<Cell | null>(null);

	const cellUnder = (event: PointerEvent): Cell | null => {
		const box = table.current!.getBoundingClientRect();
		const along = (offset: number, size: number, n: number) =>
			Math.round(((offset / size) * span(grid, n) - grid.margin) / CELL);
		const there: Cell = [
			along(event.clientX - box.x, box.width, grid.width),
			along(event.clientY - box.y, box.height, grid.height),
		];
		return inside(grid, there) ? cellAt(grid, there) : null;
	};
	/** The focus ring around the board is for keyboard users only. */
	const byPointer = (yes: boolean) => {
		if (table.current) table.current.dataset.by = yes ? "pointer" : "keys";
	};
	const down = (event: PointerEvent) => {
		if (event.button !== 0 || zoom.down(event)) {
			pressed.current = null;
			return;
		}
		pressed.current = cellUnder(event);
		// Hide the keyboard cursor while the pointer is in use.
		cursor.value = null;
		byPointer(true);
	};
	const move = (event: PointerEvent) => {
		if (zoom.move(event)) {
			pressed.current = null;
			return;
		}
		if (event.pointerType === "touch") return;
		const cell = cellUnder(event);
		if (!same(cell, hover.value)) hover.value = cell;
	};
	const up = (event: PointerEvent) => {
		const from = pressed.current;
		pressed.current = null;
		if (zoom.up(event)) return;
		const cell = cellUnder(event);
		if (!from || !cell || !same(from, cell)) return;
		if (event.pointerType !== "touch" || props.oneTap || !props.playable || same(aim.value, cell)) props.onPlay(cell);
		else aim.value = cell;
	};
	const keys = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		// The arrows lead along the picture, however the board lies.
		const from = cursor.value ?? props.marks.last?.cell;
		const here: Cell = from ? drawnAt(grid, from) : [Math.floor(grid.width / 2), Math.floor(grid.height / 2)];
		const step = STEPS[event.key];
		if (step) {
			byPointer(false);
			// It starts at the last move; on an empty board the first arrow key shows it, in the centre.
			const next: Cell = [here[0] + step[0], here[1] + step[1]];
			const there = cursor.value || props.marks.last ? next : here;
			cursor.value = cellAt(grid, inside(grid, there) ? there : here);
		} else if (event.key === "Enter" && cursor.value) props.onPlay(cursor.value);
		else return;
		event.preventDefault();
		event.stopPropagation();
	};
	const active = cursor.value;
	return (
		<div
			class={props.playable ? "cells playable" : "cells"}
			ref={table}
			role="grid"
			tabIndex={0}
			aria-label={props.label}
			aria-activedescendant={active ? `cell-${active[0]}-${active[1]}` : undefined}
			onPointerDown={down}
			onPointerMove={move}
			onPointerUp={up}
			onPointerCancel={(event) => {
				zoom.up(event);
				pressed.current = null;
			}}
			onPointerLeave={() => {
				hover.value = null;
			}}
			onKeyDown={keys}
			onBlur={() => {
				byPointer(false);
				cursor.value = null;
			}}
			style={{
				padding: `${percent(grid, grid.width, at(grid, 0) - CELL / 2)} ${percent(grid, grid.width, at(grid, 0) - CELL / 2)}`,
			}}
		>
			{Array.from({ length: grid.height }, (_, y) => (
				<Row key={y} y={y} grid={grid} describe={describe} />
			))}
		</div>
	);
}

const percent = (grid: Grid, n: number, value: number): string => `${(100 * value) / span(grid, n)}%`;

function Row({ y, grid, describe }: { y: number; grid: Grid; describe: (cell: Cell) => string }) {
	const cells = Array.from({ length: grid.width }, (_, x) => cellAt(grid, [x, y]));
	const labels = cells.map(describe);
	// A move changes few rows: the others keep their elements, which spares a slow machine most of the time of a key.
	return useMemo(
		() => (
			// biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
			<div role="row" class="cell-row">
				{cells.map(([column, row], x) => (
					// biome-ignore lint/a11y/useFocusableInteractive: see above
					<div key={x} role="gridcell" id={`cell-${column}-${row}`} aria-label={labels[x]} />
				))}
			</div>
		),
		[y, grid.turn, labels.join()],
	);
}
