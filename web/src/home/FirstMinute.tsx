// The first minute: take a pair, break a five, see a forbidden point, on the board of the home page.
import "./minute.css";
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { at, CELL, type Cell, key, nameOf, type Side, same } from "../board/geometry";
import { Stones } from "../board/Layers";
import { type Marks, Over, Under } from "../board/Marks";
import { fromRows } from "../board/placed";
import { announce } from "../browser/announcer";
import { doge } from "../doge/mode";
import { t } from "../i18n";
import { reasonText } from "../i18n/catalogue";
import { minuteWords } from "../i18n/minute";
import { Icon } from "../kit/Icon";
import { fetchGames } from "../wire/games";
import type { StudyView } from "../wire/messages";
import { endMinute } from "./firstVisit";
import { COLOURS, GRID } from "./HeroBoard";
import { Minute, STEPS, tracesOf } from "./minuteStore";

/** The part of the board that is in sight. */
const COLUMNS = [3, 14] as const;
const ROWS = [7, 14] as const;
const range = ([from, to]: readonly [number, number]): number[] =>
	Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The minute at its first step; null for visitors who already have games, unless requested. Throws an `ApiError`. */
export async function open(asked: boolean): Promise<{ Board: ComponentType; Card: ComponentType } | null> {
	if (!asked && (await fetchGames({ limit: 1 })).total > 0) {
		endMinute();
		return null;
	}
	const minute = new Minute();
	await minute.begin(0);
	return { Board: () => <MinuteBoard minute={minute} />, Card: () => <MinuteCard minute={minute} /> };
}

/** End the minute and start the game that the form describes. */
function startGame(): void {
	endMinute();
	document.getElementById("start")?.click();
}

const sideName = (side: Side): string => t.value.stones[COLOURS[side]].toLowerCase();

function marksOf(minute: Minute, view: StudyView): Marks {
	const { goal } = minute.asked;
	const target = minute.targets[0];
	const open = !minute.done.value;
	const last = minute.last.value;
	const placed = fromRows(view.rows).find(({ cell }) => same(cell, last));
	return {
		last: placed ?? null,
		traces: open ? [] : tracesOf(minute.asked, view),
		fives: view.fives,
		breaks: open ? view.breaks : [],
		forbidden: view.forbidden.map(({ cell, reason }) => ({ cell, why: reasonText(reason) })),
		hint:
			goal === "take" && target && view.to_move
				? { cell: target, side: view.to_move, takes: view.takes.find(({ cell }) => same(cell, target))?.captured ?? [] }
				: null,
	};
}

/** Stones, marks and cells of the step, in the hero's board. */
function MinuteBoard({ minute }: { minute: Minute }) {
	const view = minute.view.value;
	const cursor = useSignal<Cell | null>(null);
	if (!view) return null;
	const marks = marksOf(minute, view);
	return (
		<>
			<Under grid={GRID} marks={marks} colours={COLOURS} />
			<Stones grid={GRID} stones={fromRows(view.rows)} colours={COLOURS} fresh={minute.last.value} faces={doge.value} />
			<Over grid={GRID} marks={marks} colours={COLOURS} stones={fromRows(view.rows)} />
			{minute.done.value && minute.asked.threes?.map((ends) => <Ring key={ends.join()} ends={ends} />)}
			<Cells minute={minute} view={view} marks={marks} cursor={cursor} />
		</>
	);
}

/** A ring around a row from its left or upper end to the other. */
function Ring({ ends: [from, to] }: { ends: readonly [Cell, Cell] }) {
	const reach = CELL / 2 + 3;
	const [x, y] = [at(GRID, from[0]) - reach, at(GRID, from[1]) - reach];
	return (
		<rect
			class="minute-three"
			x={x}
			y={y}
			width={at(GRID, to[0]) + reach - x}
			height={at(GRID, to[1]) + reach - y}
			rx={reach}
		/>
	);
}

const ARROWS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const clamp = (n: number, [from, to]: readonly [number, number]): number => Math.min(to, Math.max(from, n));

interface CellsProps {
	minute: Minute;
	view: StudyView;
	marks: Marks;
	cursor: Signal<Cell | null>;
}

/** The cells as shapes of the tilted picture itself, so that the browser finds the one under a pointer. */
function Cells({ minute, view, marks, cursor }: CellsProps) {
	const words = t.value;
	const here = cursor.value;
	const play = (cell: Cell) => {
		if (view.rows[cell[1]]?.[cell[0]] === ".") void attempt(minute, cell);
	};
	const describe = (cell: Cell): string => {
		const mark = view.rows[cell[1]]?.[cell[0]];
		const parts = [nameOf(cell, GRID), mark === "X" || mark === "O" ? sideName(mark) : words.cellEmpty];
		if (same(marks.last?.cell, cell)) parts.push(words.cellLast);
		if (same(marks.hint?.cell, cell)) parts.push(words.cellHint);
		if (marks.breaks?.some((one) => same(one, cell))) parts.push(words.cellBreak);
		const closed = marks.forbidden?.find((one) => same(one.cell, cell));
		if (closed) parts.push(words.cellForbidden, closed.why);
		return parts.join(", ");
	};
	const keys = (event: KeyboardEvent) => {
		const step = ARROWS[event.key];
		if (step) {
			const from = here ?? minute.last.value ?? [9, 9];
			cursor.value = [clamp(from[0] + step[0], COLUMNS), clamp(from[1] + step[1], ROWS)];
		} else if ((event.key === "Enter" || event.key === " ") && here) play(here);
		else return;
		event.preventDefault();
		event.stopPropagation();
	};
	return (
		<g
			class="minute-cells"
			role="grid"
			tabIndex={0}
			aria-label={minuteWords.value.board}
			aria-activedescendant={here ? `minute-${key(here)}` : undefined}
			onKeyDown={keys}
			onBlur={() => {
				cursor.value = null;
			}}
		>
			{range(ROWS).map((y) => (
				<g key={y} role="row">
					{range(COLUMNS).map((x) => (
						<rect
							key={x}
							id={`minute-${x},${y}`}
							role="gridcell"
							aria-label={describe([x, y])}
							x={at(GRID, x) - CELL / 2}
							y={at(GRID, y) - CELL / 2}
							width={CELL}
							height={CELL}
							onClick={() => {
								cursor.value = null;
								play([x, y]);
							}}
						/>
					))}
				</g>
			))}
			{here && (
				<g class="cursor" aria-hidden="true" transform={`translate(${at(GRID, here[0])} ${at(GRID, here[1])})`}>
					<circle r="23" />
					<circle r="23" class="top" />
				</g>
			)}
		</g>
	);
}

/** Why a cell is forbidden; empty if it is not. */
function reasonAt(minute: Minute, cell: Cell): string {
	const closed = minute.view.value?.forbidden.find((one) => same(one.cell, cell));
	return closed ? reasonText(closed.reason) : "";
}

/** Play a cell and announce the result. */
async function attempt(minute: Minute, cell: Cell): Promise<void> {
	const words = minuteWords.value;
	const step = minute.step.value;
	try {
		const isRight = await minute.play(cell);
		announce([reasonAt(minute, cell), isRight ? words.steps[step]!.done : words.notHere].filter(Boolean).join(" "));
	} catch {
		announce(t.value.failed, true);
	}
}

/** What is asked, beside the board. */
function MinuteCard({ minute }: { minute: Minute }) {
	const words = minuteWords.value;
	const step = minute.step.value;
	const { title, text, done } = words.steps[step]!;
	const isDone = minute.done.value;
	const isLast = step === STEPS.length - 1;
	const next = useRef<HTMLButtonElement>(null);
	const target = minute.targets[0];
	const refused = minute.refused.value;
	const why = refused && reasonAt(minute, refused);
	useEffect(() => {
		announce(`${words.label}. ${words.count(step + 1, STEPS.length)}. ${title}. ${text}`);
	}, [step]);
	useEffect(() => {
		// Keyboard players continue with Enter; the pointer is left alone.
		if (isDone && document.activeElement?.closest(".minute-cells, .minute"))
			next.current?.focus({ preventScroll: true });
	}, [isDone]);
	const goOn = () => {
		void minute.begin(step + 1).catch(() => endMinute());
	};
	return (
		<section class="card minute" aria-label={words.label}>
			<div class="k">
				{STEPS.map((_, i) => (
					<i key={i} class={i <= step ? "on" : undefined} />
				))}
				<span>{words.count(step + 1, STEPS.length)}</span>
			</div>
			<h2>{title}</h2>
			<p>{isDone ? [why, done].filter(Boolean).join(" ") : refused ? words.notHere : text}</p>
			<div class="ft">
				{isDone ? (
					<button type="button" class="primary" ref={next} onClick={isLast ? startGame : goOn}>
						{isLast ? words.play : words.next}
					</button>
				) : (
					<button type="button" disabled={!target} onClick={() => target && void attempt(minute, target)}>
						<Icon name="hint" size={17} />
						{words.showMe}
					</button>
				)}
				<button type="button" class="quiet" onClick={endMinute}>
					{isDone && isLast ? words.close : words.skip}
				</button>
			</div>
		</section>
	);
}
