// Why this move, and why not that one: what the evaluation sees in a cell, and how the engine would answer a stone there.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Cell, other } from "../../board/geometry";
import { go } from "../../browser/router";
import { phone } from "../../browser/viewport";
import { reasonText } from "../../game/names";
import { probe } from "../../game/thinkingView";
import { Icon } from "../../kit/Icon";
import { ApiError } from "../../wire/http";
import type { CellSide, CellSight, Position, Refutation, Sight, Terms } from "../../wire/messages";
import { cellOf, refute, sightOf } from "./api";
import { LineStrip } from "./LineStrip";
import { reasonsFor } from "./reasons";
import { shortScore } from "./score";
import type { Mind } from "./thinkingStore";
import { points, w } from "./words";

/** What somebody wants to know about a cell. */
export interface Question {
	readonly cell: Cell;
	readonly position: Position;
	readonly seen: CellSight | null;
	readonly answer: Refutation | null;
	readonly failed: string | null;
}

export function ask(mind: Mind, question: Signal<Question | null>, cell: Cell): void {
	const { position } = mind;
	const now = position.value;
	if (!now) return;
	mind.hide();
	const update = (change: Partial<Question>) => {
		const still = question.value;
		if (still && still.cell === cell) question.value = { ...still, ...change };
	};
	const fail = (error: unknown) => {
		const reason = error instanceof ApiError ? error.reason : "";
		if (reason !== "stale") update({ failed: reason ? reasonText(reason) : w.value.failed });
	};
	const free = now.rows[cell[1]]?.[cell[0]] === ".";
	question.value = { cell, position: now, seen: null, answer: null, failed: free ? null : w.value.occupied };
	if (!free) return;
	void cellOf(now, cell).then((seen) => {
		update({ seen });
		if (!seen.closed) void refute(now, cell).then((answer) => update({ answer }), fail);
	}, fail);
}

export function toggleProbe(mind: Mind, question: Signal<Question | null>): void {
	probe.value = probe.value ? null : (cell) => ask(mind, question, cell);
	if (probe.value) inSight(document.querySelector(".think .mid"));
}

/** On a phone the board and what is said of it are far apart. */
function inSight(element: Element | null): void {
	if (phone.value) element?.scrollIntoView({ block: "center" });
}

export function Why({ mind, question }: { mind: Mind; question: Signal<Question | null> }) {
	const words = w.value;
	const asked = question.value;
	const card = useRef<HTMLElement>(null);
	useEffect(() => {
		if (asked) card.current?.scrollIntoView({ block: phone.value ? "start" : "nearest" });
	}, [asked?.cell]);
	// What was asked about another position is no longer to be seen.
	useEffect(() => {
		question.value = null;
	}, [mind.position.value]);
	useEffect(
		() => () => {
			probe.value = null;
		},
		[],
	);
	const position = mind.position.value;
	return (
		<section class="card whycard" aria-live="polite" ref={card}>
			{asked ? (
				<Explained mind={mind} question={asked} onClose={() => toggleOff(mind, question)} />
			) : (
				<Because mind={mind} />
			)}
			{probe.value && !asked && <p class="why try">{words.tryNow}</p>}
			{mind.fair.value && position && (
				<div class="row buttons">
					{mind.room.id && (
						<button type="button" onClick={() => go(`/game/${mind.room.id}/tree/${treePly(mind)}`)}>
							<Icon name="tree" size={17} />
							{words.openTree}
						</button>
					)}
					<button type="button" aria-pressed={!!probe.value} onClick={() => toggleProbe(mind, question)}>
						<Icon name="aim" size={17} />
						{words.tryPoint}
					</button>
				</div>
			)}
		</section>
	);
}

/** The tree of the search that the panel tells of, or of the position on the board. */
const treePly = (mind: Mind): number => mind.thought.value?.ply ?? mind.room.ply.value;

function toggleOff(mind: Mind, question: Signal<Question | null>): void {
	mind.hide();
	question.value = null;
	probe.value = null;
}

/** The move that the panel tells of, in words. */
function Because({ mind }: { mind: Mind }) {
	const words = w.value;
	const thought = mind.thought.value;
	const info = mind.info.value;
	const sight = useSignal<Sight | null>(null);
	const live = thought?.live ?? false;
	useEffect(() => {
		sight.value = null;
		// While the computer thinks, nothing else is asked of the machine.
		if (!thought || live || !mind.fair.value) return;
		let stopped = false;
		void sightOf(thought.position).then(
			(seen) => {
				if (!stopped) sight.value = seen;
			},
			() => {},
		);
		return () => {
			stopped = true;
		};
	}, [thought?.position, live]);
	const best = info?.lines[0];
	if (!thought || !info || !best) return <h2>{words.why("…")}</h2>;
	return (
		<>
			<h2>{words.why(mind.name(best.cell))}</h2>
			<p class="why">{live ? words.trying : reasonsFor(mind, thought, info, sight.value).join(" ")}</p>
		</>
	);
}

function Explained({ mind, question, onClose }: { mind: Mind; question: Question; onClose: () => void }) {
	const words = w.value;
	const { cell, position, seen, answer, failed } = question;
	const name = mind.name(cell);
	const me = position.to_move;
	const enemy = other(me);
	const best = mind.candidates.value?.ply === mind.room.ply.value ? mind.candidates.value.infos.at(-1)?.lines[0] : null;
	return (
		<div class="explained" data-cell={name}>
			<div class="row between">
				<h2>{words.whyNot(name)}</h2>
				<button type="button" class="quiet icon" aria-label={words.close} onClick={onClose}>
					<Icon name="close" />
				</button>
			</div>
			{failed && <p class="why bad">{failed}</p>}
			{seen?.closed && <p class="why bad">{words.closed(reasonText(seen.closed))}</p>}
			{!seen?.closed && !failed && (
				<div class="answer">
					{answer ? (
						<>
							<p class="why">
								<b>
									{words.refuted(
										name,
										shortScore(answer),
										best ? mind.name(best.cell) : "",
										best ? shortScore(best) : "",
									)}
								</b>
							</p>
							<LineStrip
								mind={mind}
								line={{
									title: words.answer,
									position,
									moves: answer.steps.flatMap((step) => (step.cell ? [step.cell] : [])),
								}}
							/>
						</>
					) : (
						<p class="why">{words.trying}</p>
					)}
				</div>
			)}
			{seen && (
				<>
					<table class="eye">
						<thead>
							<tr>
								<th>{words.wouldMake}</th>
								<th>{mind.side(me)}</th>
								<th>{mind.side(enemy)}</th>
							</tr>
						</thead>
						<tbody>
							{words.axes.map((axis, i) => (
								<tr key={axis}>
									<th>{axis}</th>
									{[seen[me], seen[enemy]].map((side, k) => (
										<td key={k} data-shape={side.axes[i]} class={tone(side, i)}>
											{words.shapes[side.axes[i]!]}
										</td>
									))}
								</tr>
							))}
							<Fact
								name={words.takesHere}
								me={words.stonesN(seen[me].takes)}
								other={words.stonesN(seen[enemy].takes)}
							/>
							<Fact name={words.worthTurn} me={points(seen[me].to_move)} other={points(seen[enemy].to_move)} />
							<Fact name={words.worthWait} me={points(seen[me].waiting)} other={points(seen[enemy].waiting)} />
						</tbody>
					</table>
					<Sum name={words.valueBefore(mind.side(me))} terms={seen.before} sign={1} />
					{seen.after && <Sum name={words.valueAfter} terms={seen.after} sign={-1} />}
				</>
			)}
		</div>
	);
}

const STRONG = ["open_three", "four", "open_four", "five"];
const tone = (side: CellSide, axis: number): string | undefined =>
	STRONG.includes(side.axes[axis]!) ? "strong" : side.axes[axis] === "dead" ? "faint" : undefined;

function Fact({ name, me, other }: { name: string; me: string; other: string }) {
	return (
		<tr>
			<th>{name}</th>
			<td>{me}</td>
			<td>{other}</td>
		</tr>
	);
}

const PARTS = ["own_cells", "other_cells", "taken", "own_captures", "other_captures"] as const;

/** The evaluation, term by term, from one side throughout: after the move it is the other's turn, so all is turned round. */
function Sum({ name, terms, sign }: { name: string; terms: Terms; sign: 1 | -1 }) {
	const words = w.value;
	const value = (part: (typeof PARTS)[number]): number => {
		if (sign === 1) return terms[part];
		const turned = {
			own_cells: "other_cells",
			other_cells: "own_cells",
			own_captures: "other_captures",
			other_captures: "own_captures",
			taken: "taken",
		} as const;
		return -terms[turned[part]];
	};
	return (
		<dl class="sum" data-total={sign * terms.total}>
			<dt>
				<b>{name}</b>
			</dt>
			<dd>
				<b>{points(sign * terms.total)}</b>
			</dd>
			{PARTS.filter((part) => value(part) !== 0).map((part) => (
				<div key={part} class="part">
					<dt>{words.terms[part]}</dt>
					<dd>{points(value(part))}</dd>
				</div>
			))}
		</dl>
	);
}
