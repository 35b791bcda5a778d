// The board of a task: one's own move is sent to the server, which judges it.
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Spot } from "../../analysis/study/moveTree";
import { COLOURS } from "../../analysis/study/StudyBoard";
import { AimCard } from "../../board/AimCard";
import { Board } from "../../board/Board";
import { useFading } from "../../board/fading";
import { type Cell, columns, key, nameOf, type Side, same } from "../../board/geometry";
import type { Marks } from "../../board/Marks";
import { settings } from "../../browser/settings";
import { phone } from "../../browser/viewport";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import type { ExplainedMove, StudyView } from "../../wire/messages";

/** What the board needs to know of a task; `PuzzleStore` and `MistakeStore` do. */
export interface Task {
	readonly spot: ReadonlySignal<Spot | null>;
	readonly view: ReadonlySignal<StudyView | null>;
	readonly at: ReadonlySignal<number>;
	readonly side: ReadonlySignal<Side>;
	readonly phase: ReadonlySignal<string>;
	readonly busy: ReadonlySignal<boolean>;
	readonly hint: ReadonlySignal<ExplainedMove | null>;
	/** Whether the hint shows the cell. */
	readonly hintWhere: ReadonlySignal<boolean>;
	readonly refusal: Signal<{ cell: Cell; reason: string } | null>;
	play(cell: Cell): Promise<void>;
}

const stone = (side: Side): string => t.value.stones[COLOURS[side]];

export function PuzzleBoard({ table, children }: { table: Task; children?: ComponentChildren }) {
	const words = t.value;
	const aim = useSignal<Cell | null>(null);
	const cursor = useSignal<Cell | null>(null);
	const spot = table.spot.value!;
	const view = table.view.value;
	const size = { width: spot.rows[0]!.length, height: spot.rows.length };
	const names = useMemo(() => columns(size.width), [size.width]);
	const mine = table.phase.value === "yours" && !table.busy.value;
	const hint = table.hintWhere.value ? table.hint.value : null;
	useEffect(() => {
		aim.value = null;
	}, [table.at.value]);
	useFading(table.refusal);
	const marks: Marks = {
		last: spot.last,
		traces: spot.traces,
		fives: view?.fives ?? [],
		breaks: mine ? [] : (view?.breaks ?? []), // where to break is the puzzle
		won: view?.status === "win" && view.fives.length > 0,
		forbidden: mine ? (view?.forbidden ?? []).map(({ cell, reason }) => ({ cell, why: reasonText(reason) })) : [],
		takes: mine ? (view?.takes ?? []) : [],
		hint: hint && { cell: hint.cell, side: hint.color, takes: hint.captured },
	};
	const stones = new Map(spot.stones.map((one) => [key(one.cell), one]));
	const describe = (cell: Cell): string => {
		const there = stones.get(key(cell));
		const parts = [nameOf(cell, size), there ? stone(there.side).toLowerCase() : words.cellEmpty];
		if (same(spot.last?.cell, cell)) parts.push(words.cellLast);
		if (marks.breaks?.some((c) => same(c, cell))) parts.push(words.cellBreak);
		if (same(hint?.cell, cell)) parts.push(words.cellHint);
		const closed = marks.forbidden?.find((shut) => same(shut.cell, cell));
		if (closed) parts.push(words.cellForbidden, closed.why);
		return parts.join(", ");
	};
	const refusal = table.refusal.value;
	const play = (cell: Cell) => {
		aim.value = null;
		if (mine && !stones.has(key(cell))) void table.play(cell);
	};
	const board = (
		<Board
			width={size.width}
			height={size.height}
			columns={names}
			stones={spot.stones}
			colours={COLOURS}
			marks={marks}
			label={words.boardLabel(
				size.width,
				size.height,
				spot.number,
				mine ? words.sideToMove(stone(table.side.value)) : "",
			)}
			describe={describe}
			side={mine ? table.side.value : null}
			onPlay={play}
			aim={aim}
			cursor={cursor}
			oneTap={settings.value.oneTap}
			coordinates={settings.value.coordinates}
			numbers={false}
			compact={phone.value}
			refused={refusal ? { cell: refusal.cell, text: reasonText(refusal.reason) } : null}
			flying={false}
		>
			{children}
		</Board>
	);
	return (
		<>
			{board}
			<AimCard
				size={size}
				aim={aim}
				colours={COLOURS}
				side={mine ? table.side.value : null}
				marks={marks}
				taken={(cell) => stones.has(key(cell))}
				onPlay={play}
			/>
		</>
	);
}
