// Lesson: what the evaluation sees, as patterns at a point and threats of both sides.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { COLOURS, shownGrid } from "../../analysis/study/StudyBoard";
import { fetchCell, fetchSight } from "../../analysis/thinking/api";
import { ThreatSigns } from "../../analysis/thinking/BoardLayers";
import { ALL_LAYERS } from "../../analysis/thinking/layers";
import { Board } from "../../board/Board";
import { type Cell, columns, key, nameOf } from "../../board/geometry";
import { fromRows } from "../../board/placed";
import { settings } from "../../browser/settings";
import { compact } from "../../browser/viewport";
import { t } from "../../i18n";
import { lessonWords } from "../../i18n/lessons";
import { points } from "../../i18n/numbers";
import { thinkingWords } from "../../i18n/thinking";
import type { CellEvaluation, Lesson, PositionEvaluation } from "../../wire/messages";

const stone = (side: "X" | "O") => t.value.stones[COLOURS[side]];
const SIDES = ["X", "O"] as const;

interface LookProps {
	lesson: Lesson;
	marked?: Cell | null;
	sight?: PositionEvaluation | null;
	onClick?: (cell: Cell) => void;
	label: string;
}

/** The lesson's position on the real board. */
function Look({ lesson, marked, sight, onClick, label }: LookProps) {
	const { width, height } = lesson.view;
	const aim = useSignal<Cell | null>(null);
	const cursor = useSignal<Cell | null>(null);
	const stones = useMemo(() => fromRows(lesson.position.rows), [lesson]);
	const names = useMemo(() => columns(width), [width]);
	const there = new Map(stones.map((one) => [key(one.cell), one]));
	const grid = shownGrid({ width, height });
	return (
		<Board
			width={width}
			height={height}
			columns={names}
			stones={stones}
			colours={COLOURS}
			marks={marked ? { hint: { cell: marked, side: lesson.position.to_move, takes: [] } } : {}}
			label={label}
			describe={(cell) => {
				const one = there.get(key(cell));
				return `${nameOf(cell, lesson.view)}, ${one ? stone(one.side).toLowerCase() : t.value.cellEmpty}`;
			}}
			side={null}
			onPlay={(cell) => !there.has(key(cell)) && onClick?.(cell)}
			aim={aim}
			cursor={cursor}
			oneTap
			coordinates={settings.value.coordinates}
			numbers={false}
			compact={compact.value}
			flying={false}
		>
			{sight && <ThreatSigns grid={grid} sight={sight} on={ALL_LAYERS} />}
		</Board>
	);
}

export function Patterns({ lesson }: { lesson: Lesson }) {
	const words = lessonWords.value;
	const cell = useSignal<Cell | null>(null);
	const seen = useSignal<CellEvaluation | null>(null);
	const ask = (at: Cell) => {
		cell.value = at;
		fetchCell(lesson.position, at).then(
			(sight) => {
				if (cell.value === at) seen.value = sight;
			},
			() => {
				seen.value = null;
			},
		);
	};
	useEffect(() => {
		// Start at a point with much to see.
		fetchSight(lesson.position).then(
			(sight) => {
				const worth = [...sight.X.open_threes, ...sight.X.fours, ...sight.O.open_threes, ...sight.O.fours][0];
				ask((worth ?? [9, 5]) as Cell);
			},
			() => {},
		);
	}, [lesson]);
	const sight = seen.value;
	return (
		<div class="beside">
			<Look lesson={lesson} marked={cell.value} onClick={ask} label={words.names[2]!} />
			{sight && cell.value && (
				<div>
					<h3>{words.pointOf(nameOf(cell.value, lesson.view))}</h3>
					<table class="numbers">
						<SideHeadings />
						<tbody>
							{words.axes.map((axis, i) => (
								<tr key={axis}>
									<th scope="row">{axis}</th>
									{SIDES.map((side) => (
										<td key={side}>{thinkingWords.value.shapes[sight[side].axes[i]!]}</td>
									))}
								</tr>
							))}
							{(
								[
									[words.takes, "takes"],
									[words.onTurn, "to_move"],
									[words.waitingTurn, "waiting"],
									[words.order, "order"],
								] as const
							).map(([name, field]) => (
								<tr key={field}>
									<th scope="row">{name}</th>
									{SIDES.map((side) => (
										<td key={side}>{field === "takes" ? sight[side].takes : points(sight[side][field])}</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
					<p class="why">{words.sum(points(sight.before.total))}</p>
				</div>
			)}
		</div>
	);
}

export function ThreatsFigure({ lesson }: { lesson: Lesson }) {
	const words = lessonWords.value;
	const seen = useSignal<PositionEvaluation | null>(null);
	useEffect(() => {
		fetchSight(lesson.position).then(
			(sight) => {
				seen.value = sight;
			},
			() => {},
		);
	}, [lesson]);
	const sight = seen.value;
	const kinds = ["fives", "open_fours", "fours", "open_threes", "captures"] as const;
	return (
		<div class="beside">
			<Look lesson={lesson} sight={sight} label={words.names[3]!} />
			{sight && (
				<table class="numbers">
					<SideHeadings />
					<tbody>
						{kinds.map((kind) => (
							<tr key={kind}>
								<th scope="row">{words.threatsCount[kind]}</th>
								{SIDES.map((side) => (
									<td key={side}>
										{sight[side][kind].map((one) => nameOf("cell" in one ? one.cell : one, lesson.view)).join(" ") ||
											"–"}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			)}
		</div>
	);
}

/** The head of a table with a column for each side. */
function SideHeadings() {
	return (
		<thead>
			<tr>
				<td />
				{SIDES.map((side) => (
					<th scope="col" key={side}>
						{stone(side)}
					</th>
				))}
			</tr>
		</thead>
	);
}
