// Why this move, and why not another: what the evaluation sees in a cell, and how the engine would answer a stone there.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Cell, other } from "../../../board/geometry";
import { go } from "../../../browser/router";
import { phone } from "../../../browser/viewport";
import { probe } from "../../../game/thinkingView";
import { reasonText } from "../../../i18n/catalogue";
import { factor, percent, points } from "../../../i18n/numbers";
import { thinkingWords } from "../../../i18n/thinking";
import { Icon } from "../../../kit/Icon";
import { ApiError } from "../../../wire/http";
import type {
	CellEvaluation,
	CellSide,
	Glance,
	Position,
	PositionEvaluation,
	Refutation,
	Terms,
	ThinkingInfo,
} from "../../../wire/messages";
import { fetchCell, fetchSight, refute } from "../api";
import { type Named, reasonsFor } from "../reasons";
import { sharesText } from "../shares";
import type { ThinkingStore, Thought } from "../thinkingStore";
import { triedText } from "../tried";
import { LineStrip } from "./LineStrip";

/** A question about a cell, with its answers. */
export interface Question {
	readonly cell: Cell;
	readonly position: Position;
	readonly seen: CellEvaluation | null;
	readonly answer: Refutation | null;
	readonly failed: string | null;
}

export function ask(store: ThinkingStore, question: Signal<Question | null>, cell: Cell): void {
	const { position } = store;
	const now = position.value;
	if (!now) return;
	store.hide();
	const update = (change: Partial<Question>) => {
		const still = question.value;
		if (still && still.cell === cell) question.value = { ...still, ...change };
	};
	const fail = (error: unknown) => {
		const reason = error instanceof ApiError ? error.reason : "";
		if (reason !== "stale") update({ failed: reason ? reasonText(reason) : thinkingWords.value.failed });
	};
	const free = now.rows[cell[1]]?.[cell[0]] === ".";
	question.value = {
		cell,
		position: now,
		seen: null,
		answer: null,
		failed: free ? null : thinkingWords.value.occupied,
	};
	if (!free) return;
	void fetchCell(now, cell).then((seen) => {
		update({ seen });
		if (!seen.closed) void refute(now, cell).then((answer) => update({ answer }), fail);
	}, fail);
}

export function toggleProbe(store: ThinkingStore, question: Signal<Question | null>): void {
	probe.value = probe.value ? null : (cell) => ask(store, question, cell);
	if (probe.value) inSight(document.querySelector(".think .mid"));
}

/** On a phone, scroll between the board and the answer: they are far apart. */
export function inSight(element: Element | null): void {
	if (phone.value) element?.scrollIntoView({ block: "center" });
}

export function WhyCard({ store, question }: { store: ThinkingStore; question: Signal<Question | null> }) {
	const words = thinkingWords.value;
	const asked = question.value;
	const card = useRef<HTMLElement>(null);
	useEffect(() => {
		if (asked) card.current?.scrollIntoView({ block: phone.value ? "start" : "nearest" });
	}, [asked?.cell]);
	// A question belongs to one position.
	useEffect(() => {
		question.value = null;
	}, [store.position.value]);
	useEffect(
		() => () => {
			probe.value = null;
		},
		[],
	);
	const position = store.position.value;
	return (
		<section class="card whycard" aria-live="polite" ref={card}>
			{asked ? (
				<Explained store={store} question={asked} onClose={() => toggleOff(store, question)} />
			) : (
				<Because named={store} thought={store.thought.value} info={store.info.value} isFair={store.fair.value} />
			)}
			{probe.value && !asked && <p class="why try">{words.tryNow}</p>}
			{store.fair.value && position && (
				<div class="row buttons">
					{store.room.id && (
						<button type="button" onClick={() => go(`/game/${store.room.id}/tree/${treePly(store)}`)}>
							<Icon name="tree" size={17} />
							{words.openTree}
						</button>
					)}
					<button type="button" aria-pressed={!!probe.value} onClick={() => toggleProbe(store, question)}>
						<Icon name="aim" size={17} />
						{words.tryPoint}
					</button>
				</div>
			)}
		</section>
	);
}

/** The ply of the search described, or of the position shown: its search tree is linked. */
const treePly = (store: ThinkingStore): number => store.thought.value?.ply ?? store.room.ply.value;

function toggleOff(store: ThinkingStore, question: Signal<Question | null>): void {
	store.hide();
	question.value = null;
	probe.value = null;
}

interface BecauseProps {
	named: Named;
	/** `live`: the engine is thinking and must not be slowed down. */
	thought: Pick<Thought, "position" | "side" | "live"> | null;
	info: ThinkingInfo | null | undefined;
	/** Help is allowed. */
	isFair: boolean;
}

/** The reasons for the best move that a search found. */
export function Because({ named, thought, info, isFair }: BecauseProps) {
	const words = thinkingWords.value;
	const sight = useSignal<PositionEvaluation | null>(null);
	const live = thought?.live ?? false;
	useEffect(() => {
		sight.value = null;
		// No requests while the engine thinks: they would slow it down.
		if (!thought || live || !isFair) return;
		let stopped = false;
		void fetchSight(thought.position).then(
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
			<h2>{words.why(named.name(best.cell))}</h2>
			<p class="why">{live ? words.trying : reasonsFor(named, thought, info, sight.value).join(" ")}</p>
		</>
	);
}

function Explained({ store, question, onClose }: { store: ThinkingStore; question: Question; onClose: () => void }) {
	const words = thinkingWords.value;
	const { cell, position, seen, answer, failed } = question;
	const name = store.name(cell);
	const me = position.to_move;
	const enemy = other(me);
	const sight = store.sight.value;
	const best =
		store.candidates.value?.ply === store.room.ply.value ? store.candidates.value.infos.at(-1)?.lines[0] : null;
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
							<p class="why tried">
								{triedText(answer, best ?? null, {
									cell: (at) => store.name(at),
									side: (side) => store.side(side),
								})}
							</p>
							<LineStrip
								store={store}
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
				<details class="numbers-of">
					<summary>{words.numbers}</summary>
					<table class="eye">
						<thead>
							<tr>
								<th>{words.wouldMake}</th>
								<th>{store.side(me)}</th>
								<th>{store.side(enemy)}</th>
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
					<Sum name={words.valueBefore(store.side(me))} terms={seen.before} sign={1} />
					{sight && sight.shares.length > 0 && (
						<p class="why shares-said">{sharesText(sight.shares, (at) => store.name(at))}</p>
					)}
					{seen.after && <Sum name={words.valueAfter} terms={seen.after} sign={-1} />}
					{seen.glance && <AtAGlance glance={seen.glance} />}
				</details>
			)}
		</div>
	);
}

/** What the network's policy says of the move, and what the stones on each line have to do with it. */
function AtAGlance({ glance }: { glance: Glance }) {
	const words = thinkingWords.value;
	return (
		<dl class="sum glanced">
			<dt>
				<b>{words.glance}</b>
			</dt>
			<dd>
				<b>{words.glanceHere(percent(glance.probability), glance.rank)}</b>
			</dd>
			{words.axes.map((axis, i) => (
				<div key={axis} class="part">
					<dt>{axis}</dt>
					<dd>{`× ${factor(glance.axes[i]!)}`}</dd>
				</div>
			))}
		</dl>
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

const PARTS = ["own_cells", "other_cells", "taken", "own_captures", "other_captures", "network"] as const;

/** The evaluation term by term, from one side's view; after the move it is the other's turn, so signs are flipped. */
function Sum({ name, terms, sign }: { name: string; terms: Terms; sign: 1 | -1 }) {
	const words = thinkingWords.value;
	const value = (part: (typeof PARTS)[number]): number => {
		if (sign === 1) return terms[part];
		const turned = {
			own_cells: "other_cells",
			other_cells: "own_cells",
			own_captures: "other_captures",
			other_captures: "own_captures",
			taken: "taken",
			network: "network",
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
