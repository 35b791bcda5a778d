// The board of a study, for playing moves or setting up a position.
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { FreeBoard } from "../../board/FreeBoard";
import { type Cell, type Grid, gridOf, key, same } from "../../board/geometry";
import type { Marks } from "../../board/Marks";
import { fromRows, type Placed } from "../../board/placed";
import { type Threat, Threats } from "../../board/Threats";
import type { Turn } from "../../board/turn";
import { settings } from "../../browser/settings";
import { compact } from "../../browser/viewport";
import { probe, threatens } from "../../game/thinkingView";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import type { ExplorerReply, LineMove, PositionEvaluation, ReviewedMove } from "../../wire/messages";
import { fetchSight } from "../thinking/api";
import { Glance, Heat, Line, Opinion, Shares, ThreatSigns } from "../thinking/BoardLayers";
import { layers } from "../thinking/layers";
import type { Analysis } from "./engine/liveAnalysis";
import { CoachMarks, GradeMark } from "./review/CoachMarks";
import type { StudyStore } from "./studyStore";

export const COLOURS = { X: "black", O: "white" } as const;
const PAINTED = { colours: { value: COLOURS } } as unknown as Parameters<typeof Line>[0]["room"];

/** A line shown on the board. */
export interface Looked {
	readonly moves: readonly Cell[];
	readonly steps: readonly LineMove[];
	/** The threats that its last move makes or stops. */
	readonly threats?: readonly Threat[];
}

interface StudyBoardProps {
	store: StudyStore;
	analysis: Analysis;
	looked: Looked | null;
	/** The line shown is of a proof: what the engine thinks of the position has no place beside it. */
	proving: boolean;
	/** Cells that matter: the board is enlarged around them. */
	focus: readonly Cell[] | undefined;
	/** What the review says of the move shown. */
	judged: ReviewedMove | null;
	/** The moves that others played in the position shown, while they are looked at. */
	explored: readonly ExplorerReply[] | null;
	/** Takes the cells that are clicked, in place of the study. */
	choose: ((cell: Cell) => void) | null;
	/** The threats in the position shown. */
	sight: Signal<PositionEvaluation | null>;
}

export const shownGrid = (size: { width: number; height: number }, turn?: Turn): Grid =>
	gridOf(size, settings.value.coordinates, compact.value, turn);

export function StudyBoard(props: StudyBoardProps) {
	const { store, analysis, looked, explored, choose, judged, sight } = props;
	const words = t.value;
	const draft = store.draft.value;
	const spot = store.spot.value;
	const size = store.size.value;
	const view = draft ? draft.view : store.view.value;
	const stones = draft ? fromRows(draft.position.rows) : spot.stones;
	const turn = store.turn.value;
	const grid = shownGrid(size, turn);
	const position = store.position.value;
	const thought = analysis.thought.value;
	const info = thought?.position === position ? thought.infos.at(-1) : undefined;
	const { glance, opinion } = layers.value;
	const looks = threatens.value || glance || opinion;
	useEffect(() => {
		sight.value = null;
		if (!looks || draft || !view?.can_think) return;
		void fetchSight(position).then(
			(seen) => {
				if (store.position.value === position) sight.value = seen;
			},
			() => {},
		);
	}, [position, looks, !!draft, view]);
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
	const note = (cell: Cell): string => {
		const rank = info?.lines.findIndex((line) => same(line.cell, cell)) ?? -1;
		return rank >= 0 ? `${words.cellHint} ${rank + 1}` : "";
	};
	// Until the server's view arrives the game counts as unfinished: a click is judged by the server in any case.
	const over = view !== null && !view.to_move;
	const side = draft ? (draft.tool === "erase" ? null : draft.tool) : over ? null : spot.side;
	// The coach's marks replace the expected line.
	const coached = looked || draft ? null : (judged?.coach ?? null);
	// What others played takes the place of what the engine would play.
	const shares = draft ? null : explored;
	const ghosts = looked?.moves ?? (coached || shares ? [] : (info?.lines[0]?.pv.slice(0, 3) ?? []));
	const covered = [...ghosts, coached?.reply?.cell, coached?.better?.cell].flatMap((cell) => (cell ? [key(cell)] : []));
	const marked = new Set([...(info?.lines.map(({ cell }) => key(cell)) ?? []), ...covered]);
	const choosing = (cell: Cell, stone: Placed | undefined) => {
		if (draft) store.put(cell);
		else if (probe.value) probe.value(cell);
		else if (choose) choose(cell);
		else if (side && !stone) void store.play(cell);
	};
	return (
		<FreeBoard
			size={size}
			turn={turn}
			stones={stones}
			colours={COLOURS}
			marks={marks}
			number={draft ? 0 : spot.number}
			toMove={draft ? null : side}
			side={side}
			// Not the server's view of it, which may arrive after the first tap.
			position={draft ? null : position}
			note={note}
			oneTap={settings.value.oneTap || !!draft}
			numbers={settings.value.numbers && !draft}
			refusal={store.refusal}
			focus={props.focus}
			onChoose={choosing}
		>
			{sight.value && opinion && !draft && <Opinion grid={grid} shares={sight.value.shares} covered={marked} />}
			{sight.value && !draft && <ThreatSigns grid={grid} sight={sight.value} />}
			{shares && <Shares grid={grid} replies={shares} covered={new Set(covered)} />}
			{info && !draft && !shares && !props.proving && (
				<Heat grid={grid} lines={info.lines} tried={[]} covered={new Set(covered)} />
			)}
			{!draft && (looked || (info && !shares)) && (
				<Line
					room={PAINTED}
					grid={grid}
					position={position}
					moves={ghosts}
					steps={looked?.steps ?? []}
					firm={!!looked}
				/>
			)}
			{looked?.threats && <Threats grid={grid} threats={looked.threats} move={looked.moves.at(-1)!} />}
			{sight.value && glance && !draft && <Glance grid={grid} policy={sight.value.policy} covered={marked} />}
			{coached && <CoachMarks grid={grid} coach={coached} colours={COLOURS} />}
			{judged && marks.last && <GradeMark grid={grid} cell={marks.last.cell} grade={judged.grade} />}
		</FreeBoard>
	);
}
