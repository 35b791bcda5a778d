// A mistake on the board: its mark, the answer it allows with the threats that follow, and the better move.
import "./coach.css";
import { type Cell, type Grid, key, place, same } from "../../../board/geometry";
import { type Colours, symbol } from "../../../board/Stones";
import { Capsules } from "../../../board/Threats";
import type { CoachedMove, Coaching, ReviewedMove } from "../../../wire/messages";
import { MARKS } from "./reviewStore";

interface GradeMarkProps {
	grid: Grid;
	cell: Cell;
	grade: ReviewedMove["grade"];
}

/** "??" at the upper right of a stone; nothing for a good move. */
export function GradeMark({ grid, cell, grade }: GradeMarkProps) {
	if (!MARKS[grade]) return null;
	return (
		<g class="grade-mark" data-grade={grade} transform={`${place(grid, cell)} translate(14 -14)`}>
			<circle r="10" />
			<text y="4.5">{MARKS[grade]}</text>
		</g>
	);
}

interface CoachMarksProps {
	grid: Grid;
	coach: Coaching;
	colours: Colours;
}

export function CoachMarks({ grid, coach: { reply, better }, colours }: CoachMarksProps) {
	const ghost = (move: CoachedMove, kind: "reply" | "better") => (
		<g key={kind} class={`coach-${kind}`} transform={place(grid, move.cell)} data-coach={kind}>
			<use href={symbol(colours[move.color], move.color)} opacity=".55" />
			<circle r="20.5" />
		</g>
	);
	return (
		<g class="coach">
			{reply?.captured.map((cell) => (
				<circle key={`take ${key(cell)}`} class="coach-taken" transform={place(grid, cell)} r="20.5" />
			))}
			{reply && <Capsules grid={grid} threats={reply.threats} />}
			{reply && !same(reply.cell, better?.cell) && ghost(reply, "reply")}
			{better && ghost(better, "better")}
		</g>
	);
}
