// A board without a room, for studies and puzzles: stones, marks, the card that aims on touch screens, a refused move.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { settings } from "../browser/settings";
import { compact } from "../browser/viewport";
import { t } from "../i18n";
import { reasonText } from "../i18n/catalogue";
import { Board } from "./Board";
import { useFading } from "./fading";
import { type Cell, columns, key, nameOf, type Side, same } from "./geometry";
import { AimCard } from "./input/AimCard";
import type { Marks } from "./Marks";
import type { Placed } from "./placed";
import type { Colours } from "./Stones";
import type { Turn } from "./turn";

interface FreeBoardProps {
	size: { readonly width: number; readonly height: number };
	/** How the board lies; upright if nothing is said. */
	turn?: Turn;
	stones: readonly Placed[];
	colours: Colours;
	marks: Marks;
	/** Number of the move shown. */
	number: number;
	/** The side whose turn is announced; null for none. */
	toMove: Side | null;
	/** The side whose stone a click would place; null if it would place none. */
	side: Side | null;
	/** The position: with another one, nothing is aimed at. */
	position: unknown;
	/** What a cell is besides its stone and marks; empty for nothing. */
	note: (cell: Cell) => string;
	oneTap: boolean;
	numbers: boolean;
	refusal: Signal<{ cell: Cell; reason: string } | null>;
	/** Cells that matter: the board is enlarged around them. */
	focus?: readonly Cell[];
	/** A click on a cell, empty or not. */
	onChoose: (cell: Cell, stone: Placed | undefined) => void;
	children?: ComponentChildren;
}

export function FreeBoard(props: FreeBoardProps) {
	const { size, turn, stones, colours, marks, side, toMove, refusal } = props;
	const words = t.value;
	const aim = useSignal<Cell | null>(null);
	const cursor = useSignal<Cell | null>(null);
	const names = useMemo(() => columns(size.width), [size.width]);
	useEffect(() => {
		aim.value = null;
	}, [props.position]);
	useFading(refusal);
	const refused = refusal.value;
	const stoneAt = new Map(stones.map((stone) => [key(stone.cell), stone]));
	const stoneName = (of: Side) => words.stones[colours[of]];
	const describe = (cell: Cell): string => {
		const stone = stoneAt.get(key(cell));
		const closed = marks.forbidden?.find((shut) => same(shut.cell, cell));
		return [
			nameOf(cell, size),
			stone ? stoneName(stone.side).toLowerCase() : words.cellEmpty,
			same(marks.last?.cell, cell) && words.cellLast,
			marks.fives?.some((row) => row.some((c) => same(c, cell))) && words.cellFive,
			marks.breaks?.some((c) => same(c, cell)) && words.cellBreak,
			props.note(cell),
			closed && words.cellForbidden,
			closed?.why,
		]
			.filter(Boolean)
			.join(", ");
	};
	const play = (cell: Cell) => {
		aim.value = null;
		props.onChoose(cell, stoneAt.get(key(cell)));
	};
	return (
		<>
			<Board
				width={size.width}
				height={size.height}
				columns={names}
				stones={stones}
				colours={colours}
				marks={marks}
				label={words.boardLabel(
					size.width,
					size.height,
					props.number,
					toMove ? words.sideToMove(stoneName(toMove)) : "",
				)}
				describe={describe}
				side={side}
				onPlay={play}
				aim={aim}
				cursor={cursor}
				oneTap={props.oneTap}
				coordinates={settings.value.coordinates}
				numbers={props.numbers}
				compact={compact.value}
				turn={turn}
				refused={refused ? { cell: refused.cell, text: reasonText(refused.reason) } : null}
				focus={props.focus}
				flying={false}
			>
				{props.children}
			</Board>
			<AimCard
				size={size}
				turn={turn}
				aim={aim}
				colours={colours}
				side={side}
				marks={marks}
				taken={(cell) => stoneAt.has(key(cell))}
				onPlay={play}
			/>
		</>
	);
}
