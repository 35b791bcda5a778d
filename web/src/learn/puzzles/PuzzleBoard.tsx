// The board of a task: the visitor's move is sent to the server, which judges it.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Spot } from "../../analysis/study/moveTree";
import { COLOURS } from "../../analysis/study/StudyBoard";
import { FreeBoard } from "../../board/FreeBoard";
import { type Cell, type Side, same } from "../../board/geometry";
import type { Marks } from "../../board/Marks";
import { settings } from "../../browser/settings";
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

export function PuzzleBoard({ table, children }: { table: Task; children?: ComponentChildren }) {
	const spot = table.spot.value!;
	const view = table.view.value;
	const mine = table.phase.value === "yours" && !table.busy.value;
	const hint = table.hintWhere.value ? table.hint.value : null;
	const side = mine ? table.side.value : null;
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
	return (
		<FreeBoard
			size={{ width: spot.rows[0]!.length, height: spot.rows.length }}
			stones={spot.stones}
			colours={COLOURS}
			marks={marks}
			number={spot.number}
			toMove={side}
			side={side}
			position={table.at.value}
			note={(cell) => (same(hint?.cell, cell) ? t.value.cellHint : "")}
			oneTap={settings.value.oneTap}
			numbers={false}
			refusal={table.refusal}
			onChoose={(cell, stone) => mine && !stone && void table.play(cell)}
		>
			{children}
		</FreeBoard>
	);
}
