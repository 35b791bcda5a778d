// The board of a study, for playing moves or setting up a position.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { AimCard } from "../../board/AimCard";
import { Board } from "../../board/Board";
import { useFading } from "../../board/fading";
import { type Cell, columns, type Grid, gridOf, key, nameOf, same } from "../../board/geometry";
import type { Marks } from "../../board/Marks";
import { fromRows } from "../../board/placed";
import { settings } from "../../browser/settings";
import { phone } from "../../browser/viewport";
import { probe, threatens } from "../../game/thinkingView";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import type { Coaching, LineMove, PositionEvaluation } from "../../wire/messages";
import { fetchSight } from "../thinking/api";
import { Heat, Line, ThreatSigns } from "../thinking/BoardLayers";
import { CoachMarks } from "./CoachMarks";
import type { Analysis } from "./liveAnalysis";
import type { StudyStore } from "./studyStore";

export const COLOURS = { X: "black", O: "white" } as const;
const PAINTED = { colours: { value: COLOURS } } as unknown as Parameters<typeof Line>[0]["room"];

/** A line shown on the board. */
export interface Looked {
	readonly moves: readonly Cell[];
	readonly steps: readonly LineMove[];
}

interface StudyBoardProps {
	store: StudyStore;
	analysis: Analysis;
	looked: Looked | null;
	/** Why the move shown was a mistake. */
	coach: Coaching | null;
	/** Takes the cells that are clicked, in place of the study. */
	choose: ((cell: Cell) => void) | null;
	/** The threats in the position shown. */
	sight: Signal<PositionEvaluation | null>;
}

export const shownGrid = (size: { width: number; height: number }): Grid =>
	gridOf(size, settings.value.coordinates, phone.value);

export function StudyBoard({ store, analysis, looked, choose, coach, sight }: StudyBoardProps) {
	const words = t.value;
	const aim = useSignal<Cell | null>(null);
	const cursor = useSignal<Cell | null>(null);
	const draft = store.draft.value;
	const spot = store.spot.value;
	const size = store.size.value;
	const view = draft ? draft.view : store.view.value;
	const names = useMemo(() => columns(size.width), [size.width]);
	const stones = draft ? fromRows(draft.position.rows) : spot.stones;
	const grid = shownGrid(size);
	const position = store.position.value;
	const thought = analysis.thought.value;
	const info = thought?.position === position ? thought.infos.at(-1) : undefined;
	// By position, not by what the server says of it: that may come after the first tap.
	useEffect(() => {
		aim.value = null;
	}, [position, !!draft]);
	useEffect(() => {
		sight.value = null;
		if (!threatens.value || draft || !view?.can_think) return;
		void fetchSight(position).then(
			(seen) => {
				if (store.position.value === position) sight.value = seen;
			},
			() => {},
		);
	}, [position, threatens.value, !!draft, view]);
	useFading(store.refusal);
	const refusal = store.refusal.value;
	const pending = store.pending.value;
	const marks: Marks = {
		last: draft ? null : spot.last,
		traces: draft ? [] : spot.traces,
		fives: view?.fives ?? [],
		breaks: view?.breaks ?? [],
		won: !draft && view?.status === "win" && view.fives.length > 0,
		forbidden:
			draft || !settings.value.forbidden
				? []
				: (view?.forbidden ?? []).map(({ cell, reason }) => ({ cell, why: reasonText(reason) })),
		takes: draft ? [] : (view?.takes ?? []),
		pending: pending ? { ...pending, number: null } : null,
	};
	const stoneAt = new Map(stones.map((stone) => [key(stone.cell), stone]));
	const describe = (cell: Cell): string => {
		const stone = stoneAt.get(key(cell));
		const parts = [nameOf(cell, size), stone ? words.stones[COLOURS[stone.side]].toLowerCase() : words.cellEmpty];
		if (same(marks.last?.cell, cell)) parts.push(words.cellLast);
		if (marks.fives?.some((row) => row.some((c) => same(c, cell)))) parts.push(words.cellFive);
		if (marks.breaks?.some((c) => same(c, cell))) parts.push(words.cellBreak);
		const rank = info?.lines.findIndex((line) => same(line.cell, cell)) ?? -1;
		if (rank >= 0) parts.push(`${words.cellHint} ${rank + 1}`);
		const closed = marks.forbidden?.find((shut) => same(shut.cell, cell));
		if (closed) parts.push(words.cellForbidden, closed.why);
		return parts.join(", ");
	};
	// Until the server's view arrives the game counts as unfinished: a click is judged by the server in any case.
	const over = view !== null && !view.to_move;
	const side = draft ? (draft.tool === "erase" ? null : draft.tool) : over ? null : spot.side;
	const turn = side && !draft ? words.sideToMove(words.stones[COLOURS[side]]) : "";
	// The coach's marks take the place of the expected line.
	const coached = looked || draft ? null : coach;
	const ghosts = looked?.moves ?? (coached ? [] : (info?.lines[0]?.pv.slice(0, 3) ?? []));
	const covered = [...ghosts, coached?.reply?.cell, coached?.better?.cell].flatMap((cell) => (cell ? [key(cell)] : []));
	const play = (cell: Cell) => {
		aim.value = null;
		if (draft) store.put(cell);
		else if (probe.value) probe.value(cell);
		else if (choose) choose(cell);
		else if (side && !stoneAt.has(key(cell))) void store.play(cell);
	};
	const board = (
		<Board
			width={size.width}
			height={size.height}
			columns={names}
			stones={stones}
			colours={COLOURS}
			marks={marks}
			label={words.boardLabel(size.width, size.height, draft ? 0 : spot.number, turn)}
			describe={describe}
			side={side}
			onPlay={play}
			aim={aim}
			cursor={cursor}
			oneTap={settings.value.oneTap || !!draft}
			coordinates={settings.value.coordinates}
			numbers={settings.value.numbers && !draft}
			compact={phone.value}
			refused={refusal ? { cell: refusal.cell, text: reasonText(refusal.reason) } : null}
			flying={false}
		>
			{sight.value && !draft && <ThreatSigns grid={grid} sight={sight.value} />}
			{info && !draft && <Heat grid={grid} lines={info.lines} tried={[]} covered={new Set(covered)} />}
			{!draft && (looked || info) && (
				<Line
					room={PAINTED}
					grid={grid}
					position={position}
					moves={ghosts}
					steps={looked?.steps ?? []}
					firm={!!looked}
				/>
			)}
			{coached && <CoachMarks grid={grid} coach={coached} colours={COLOURS} />}
		</Board>
	);
	return (
		<>
			{board}
			<AimCard
				size={size}
				aim={aim}
				colours={COLOURS}
				side={side}
				marks={marks}
				taken={(cell) => stoneAt.has(key(cell))}
				onPlay={play}
			/>
		</>
	);
}
