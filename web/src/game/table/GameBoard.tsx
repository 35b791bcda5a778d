// The board of a room: its marks, and the description of its cells.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useMemo } from "preact/hooks";
import { Board } from "../../board/Board";
import { useFading } from "../../board/fading";
import { type Cell, columns, key, nameOf, same } from "../../board/geometry";
import type { Marks } from "../../board/Marks";
import { settings } from "../../browser/settings";
import { compact } from "../../browser/viewport";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import { takesText } from "../captures";
import { stoneName } from "../names";
import type { Offering } from "../offering";
import type { Room } from "../room";
import { probe } from "../thinkingView";

interface GameBoardProps {
	room: Room;
	offering: Offering;
	aim: Signal<Cell | null>;
	children?: ComponentChildren;
}

/** Handle a click on a cell: probe, return to the latest move, choose for an offer, or play. */
export function clicked(room: Room, offering: Offering, cell: Cell): void {
	const state = room.state.value;
	if (!state) return;
	if (probe.value) probe.value(cell);
	else if (!room.atEnd.value) room.show(null);
	else if (state.question?.kind === "offer") offering.toggle(cell);
	else void room.play(cell);
}

function marksOf(room: Room, offering: Offering): Marks {
	const state = room.state.value!;
	const position = room.position.value;
	const now = room.atEnd.value;
	const { question } = state;
	const hint = room.suggestion.value;
	const pending = room.pending.value;
	const playable = now && state.phase === "playing";
	const won = now && state.status === "win" && (state.fives.length > 0 || state.outcome?.by === "capture");
	return {
		last: position.last,
		traces: position.traces,
		fives: now ? state.fives : position.fives,
		breaks: now ? state.breaks : position.breaks,
		won,
		forbidden:
			playable && (settings.value.forbidden || room.refusal.value?.cell)
				? state.forbidden
						.filter(({ cell }) => settings.value.forbidden || same(cell, room.refusal.value?.cell))
						.map(({ cell, reason }) => ({ cell, why: reasonText(reason) }))
				: [],
		hint:
			playable && hint?.cell
				? { cell: hint.cell, side: hint.color, takes: hint.captured, threats: hint.threats }
				: null,
		offered:
			playable && question?.kind === "pick"
				? (question.cells ?? [])
				: playable && question?.kind === "offer"
					? hint && Array.isArray(hint.answer) && offering.cells.value.length === 0
						? hint.answer
						: offering.cells.value
					: [],
		takes: playable ? state.takes : [],
		pending: now && pending ? { cell: pending.cell, side: pending.side, number: null } : null,
		allowed: playable && room.mine.value && question?.kind === "stone" ? question.cells : null,
	};
}

export function GameBoard({ room, offering, aim, children }: GameBoardProps) {
	const state = room.state.value!;
	const position = room.position.value;
	const cursor = useSignal<Cell | null>(null);
	const words = t.value;
	const marks = marksOf(room, offering);
	const names = useMemo(() => columns(state.width), [state.width]);
	const { refusal } = room;
	const refused = refusal.value?.cell ? { cell: refusal.value.cell, text: reasonText(refusal.value.reason) } : null;
	const side = room.side.value;
	const onPlay = useCallback(
		(cell: Cell) => {
			aim.value = null;
			clicked(room, offering, cell);
		},
		[room, offering],
	);
	useFading(refusal);
	// an aim lasts for one turn
	useEffect(() => {
		if (!side) aim.value = null;
	}, [side, state.ply]);

	const stones = new Map(position.stones.map((stone) => [key(stone.cell), stone]));
	const describe = (cell: Cell): string => {
		const stone = stones.get(key(cell));
		const parts = [nameOf(cell, state), stone ? stoneName(state, stone.side).toLowerCase() : words.cellEmpty];
		if (same(position.last?.cell, cell)) parts.push(words.cellLast);
		if (marks.fives?.some((row) => row.some((c) => same(c, cell)))) parts.push(words.cellFive);
		if (marks.breaks?.some((c) => same(c, cell))) parts.push(words.cellBreak);
		if (marks.traces?.some((trace) => same(trace.cell, cell)) && !stone) parts.push(words.cellTaken);
		if (same(marks.hint?.cell, cell)) parts.push(words.cellHint);
		const take = marks.takes?.find((one) => same(one.cell, cell))?.captured.length ?? 0;
		if (take && room.mine.value) parts.push(takesText(state, take));
		const closed = state.forbidden.find((shut) => same(shut.cell, cell));
		if (closed && room.atEnd.value && state.phase === "playing")
			parts.push(words.cellForbidden, reasonText(closed.reason));
		return parts.join(", ");
	};
	const turn = state.to_move && state.phase === "playing" ? words.sideToMove(stoneName(state, state.to_move)) : "";
	return (
		<Board
			width={state.width}
			height={state.height}
			columns={names}
			stones={position.stones}
			colours={room.colours.value}
			marks={marks}
			label={words.boardLabel(state.width, state.height, position.last?.number ?? 0, turn)}
			describe={describe}
			side={side}
			onPlay={onPlay}
			aim={aim}
			cursor={cursor}
			oneTap={settings.value.oneTap}
			coordinates={settings.value.coordinates}
			numbers={settings.value.numbers}
			compact={compact.value}
			refused={refused}
			flying={room.atEnd.value}
		>
			{children}
		</Board>
	);
}
