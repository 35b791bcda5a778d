// Prove it: a forced win of the side to move, or the moves that hold against a threat, with every defence answered.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { type Cell, nameOf } from "../../board/geometry";
import { StoneIcon } from "../../board/Stones";
import type { Threat } from "../../board/Threats";
import { probe } from "../../game/thinkingView";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import { count } from "../../i18n/numbers";
import { list, sentence } from "../../i18n/plural";
import { proveWords } from "../../i18n/prove";
import { reasonWords } from "../../i18n/reasons";
import { studyWords } from "../../i18n/study";
import { thinkingWords } from "../../i18n/thinking";
import { Segmented } from "../../kit/controls";
import { Icon } from "../../kit/Icon";
import { LateIcon } from "../../kit/LateIcon";
import type { LineMove, MoveReason, Position, Proof, ProofAttack } from "../../wire/messages";
import { fetchReasons, positionKey, walk as walkLine } from "../thinking/api";
import { inSight } from "../thinking/panel/WhyCard";
import { movesOf } from "../thinking/score";
import { ProofStages, secondsText } from "./ProofStages";
import { ProofTree } from "./ProofTree";
import { beginning, defenceAt, isCut, lineOf, nodeAt, type Root, replied, type Step, type Walk } from "./proofWalk";
import { ATTACKS, type Attempt, isOpen, type Prover } from "./prover";

const COLOURS = { X: "black", O: "white" } as const;
const TICK_MS = 250;
/** Cells named in a group of replies, or among the moves that hold. */
const NAMED = 8;

interface ShownLine {
	readonly moves: readonly Cell[];
	readonly steps: readonly LineMove[];
	/** The threats that the last move makes or stops. */
	readonly threats?: readonly Threat[];
}

interface ProveCardProps {
	prover: Prover;
	position: Position;
	/** The moves that lead there. */
	path: readonly Cell[];
	size: { width: number; height: number };
	/** The whole tree is drawn. */
	unrolled: Signal<boolean>;
	/** The engine is needed elsewhere. */
	rest: boolean;
	/** Show a line on the board. */
	onShow: (line: ShownLine | null) => void;
	/** Take the cells that are chosen on the board, until null. */
	onChoose: (choose: ((cell: Cell) => void) | null) => void;
	/** Play a move of the study. */
	onPlay: (cell: Cell) => void;
	/** Add a line to the study. */
	onAdd: (line: readonly Cell[]) => void;
	/** Copy the address of the study, which has the proof; null if others may not see it. */
	onShare: (() => void) | null;
}

export function ProveCard(props: ProveCardProps) {
	const { prover, position, path, rest, unrolled } = props;
	const words = proveWords.value;
	const attempt = prover.of(position);
	const here = positionKey(position);
	const busy = prover.busy.value === here;
	// A proof belongs to the position shown.
	useEffect(
		() => () => {
			if (prover.busy.peek() === here) prover.stop();
		},
		[here],
	);
	return (
		<section class="card prove" aria-label={words.title} aria-busy={busy} data-proof={attempt?.proof?.outcome}>
			<div class="verdict">
				<Heading attempt={attempt} position={position} name={(cell) => nameOf(cell, props.size)} />
				{attempt && (busy || attempt.nodes > 0) && <Figures attempt={attempt} busy={busy} />}
				{attempt && attempt.stages.length > 0 && <ProofStages attempt={attempt} />}
			</div>
			{!attempt?.proof?.decided && !unrolled.value && (
				<Segmented<ProofAttack>
					label={words.mayPlay}
					value={prover.attack.value}
					options={ATTACKS.map((kind) => [kind, words.attacks[kind]] as const)}
					onChange={(kind) => {
						prover.attack.value = kind;
						if (busy) prover.start(position, path);
					}}
				/>
			)}
			{attempt?.proof && <Explored key={`${here} ${attempt.nodes}`} {...props} proof={attempt.proof} />}
			{busy ? (
				<button type="button" onClick={() => prover.stop()}>
					<Icon name="pause" size={16} />
					{words.stop}
				</button>
			) : (
				(!attempt || isOpen(attempt, prover.attack.value)) && (
					<button type="button" disabled={rest} onClick={() => prover.start(position, path)}>
						<Icon name={attempt ? "play" : "check"} size={16} />
						{attempt ? words.goOn : words.title}
					</button>
				)
			)}
		</section>
	);
}

interface HeadingProps {
	attempt: Attempt | undefined;
	position: Position;
	name: (cell: Cell) => string;
}

/** The result so far, in words. */
function Heading({ attempt, position, name }: HeadingProps) {
	const [title, text] = saying(attempt, position, name);
	const decided = attempt?.proof?.decided;
	return (
		<div class="head" role="status">
			{decided && (
				<span class="sure" aria-hidden="true">
					<LateIcon name="shield" />
				</span>
			)}
			<div>
				<h2>{title}</h2>
				<p class="why">{text}</p>
				{attempt?.isKept && <p class="lab">{proveWords.value.kept}</p>}
			</div>
		</div>
	);
}

/** The result about a position: a title and a sentence. */
export function saying(
	attempt: Attempt | undefined,
	position: Position,
	name: (cell: Cell) => string,
): [string, string] {
	const words = proveWords.value;
	if (!attempt) return [words.title, words.intro];
	const { state, proof, refused, refuted } = attempt;
	if (state === "failed") {
		const why = refused === "lost" ? words.lost : refused === "stale" ? words.replaced : reasonText(refused!);
		return [words.unknown, why];
	}
	if (state === "waiting") return [words.looking, studyWords.value.engineWait];
	if (state === "running") return [words.looking, refuted ? words.refuted(refuted) : words.intro];
	const [mover, opponent] = (
		position.to_move === "X" ? (["black", "white"] as const) : (["white", "black"] as const)
	).map((colour) => t.value.stones[colour]) as [string, string];
	if (!proof) return [words.unknown, studyWords.value.engineFailed];
	if (proof.outcome === "win") return [words.win(mover, movesOf(proof.plies!)), words.winText(name(proof.line[0]!))];
	if (proof.outcome === "loss") return [words.win(opponent, movesOf(proof.plies! - 1)), words.lossText];
	if (proof.outcome === "defence") return [words.threat(opponent), words.standing(proof.open.length)];
	const searched = words.unknownText(count(attempt.nodes));
	return [words.unknown, proof.exhausted ? `${searched} ${words.exhausted}` : searched];
}

/** Positions, time and depth, growing while it runs. */
function Figures({ attempt, busy }: { attempt: Attempt; busy: boolean }) {
	const words = thinkingWords.value;
	const now = useSignal(0);
	const running = busy && attempt.state === "running";
	useEffect(() => {
		if (!running) return;
		const timer = setInterval(() => {
			now.value = performance.now();
		}, TICK_MS);
		return () => clearInterval(timer);
	}, [running]);
	const ms = attempt.ms + (running ? Math.max(0, now.value - attempt.at) : 0);
	const deep = attempt.proof?.plies ?? attempt.depth;
	return (
		<dl class="figures">
			<div>
				<dt>{words.positions}</dt>
				<dd data-positions={attempt.nodes}>{count(attempt.nodes)}</dd>
			</div>
			<div>
				<dt>{proveWords.value.time}</dt>
				<dd>{secondsText(ms)}</dd>
			</div>
			<div>
				<dt>{words.depth}</dt>
				<dd>{deep || "–"}</dd>
			</div>
		</dl>
	);
}

/** The tree of a proof, one turn of the defender at a time. */
function Explored({
	proof,
	position,
	size,
	unrolled,
	onShow,
	onChoose,
	onPlay,
	onAdd,
	onShare,
}: ProveCardProps & { proof: Proof }) {
	const words = proveWords.value;
	const walk = useSignal<Walk | null>(beginning(proof));
	const said = useSignal("");
	/** What the last move of the walk does, in a sentence. */
	const does = useSignal("");
	/** Replies are chosen on the board. */
	const defending = useSignal(false);
	const name = (cell: Cell) => nameOf(cell, size);
	const to = (next: Walk) => {
		said.value = "";
		walk.value = next;
	};
	const now = walk.value;
	useEffect(() => {
		let left = false;
		does.value = "";
		if (now) {
			const moves = lineOf(proof, now);
			const walked = walkLine(position, moves);
			if (moves.at(-1))
				Promise.all([walked, fetchReasons(position, [moves])]).then(
					([steps, { reasons, threats }]) => {
						if (left) return;
						does.value = doesText(steps.at(-1), reasons[0] ?? [], name);
						if (steps.length === moves.length) onShow({ ...shownOf(steps), threats: threats[0] });
					},
					() => {},
				);
			void walked.then(
				(steps) => {
					if (left) return;
					if (steps.length < moves.length && now.steps.length) {
						const { reply } = now.steps.at(-1)!;
						walk.value = { ...now, steps: now.steps.slice(0, -1) };
						if (reply) said.value = words.impossible(name(reply));
						return;
					}
					const line = shownOf(steps);
					onShow(line.moves.length ? line : null);
				},
				() => {},
			);
		}
		return () => {
			left = true;
		};
	}, [now]);
	const defence = now && defenceAt(proof, now);
	// At once: a click on the board that follows this one is a defence, not a move of the study.
	useLayoutEffect(() => {
		if (!defending.value || !defence) return onChoose(null);
		onChoose((cell) => {
			const next = replied(proof, now, cell);
			if (next) to(next);
			else said.value = words.atOnce;
		});
	}, [now, defending.value]);
	useEffect(
		() => () => {
			onShow(null);
			onChoose(null);
		},
		[],
	);
	const roots = (["lost", "threat"] as const).filter((root) => proof.win === null && proof[root] !== null);
	if (!now) return null;
	const line = now.root === "threat" ? [] : now.steps.length ? lineOf(proof, now) : proof.decided ? proof.line : [];
	return (
		<>
			{unrolled.value && (
				<ProofTree proof={proof} position={position} walk={now} sides={sidesOf(position, now)} name={name} onGo={to} />
			)}
			<div class="walked">
				{proof.outcome === "defence" && <Standing cells={proof.open} name={name} onPlay={onPlay} />}
				{roots.length > 1 && (
					<Segmented<Root>
						label={words.title}
						value={now.root}
						options={roots.map((root) => [root, root === "lost" ? words.losing : words.threatened])}
						onChange={(root) => to({ root, steps: [] })}
					/>
				)}
				<Path proof={proof} walk={now} position={position} name={name} onGo={to} />
				{does.value && (
					<p class="does" role="status">
						{does.value}
					</p>
				)}
				<Replies proof={proof} walk={now} position={position} name={name} onGo={to} />
				{(said.value || (defending.value && defence)) && (
					<p class="why said" role="status">
						{said.value || words.defendNow}
					</p>
				)}
				<div class="acts">
					<button
						type="button"
						aria-pressed={unrolled.value}
						onClick={() => {
							unrolled.value = !unrolled.value;
						}}
					>
						<Icon name="tree" size={16} />
						{unrolled.value ? words.hideTree : words.showTree}
					</button>
					<button
						type="button"
						class={unrolled.value ? "primary" : undefined}
						aria-pressed={defending.value}
						onClick={() => {
							defending.value = !defending.value;
							if (!defending.value) return;
							probe.value = null;
							if (!defence) to({ ...now, steps: [] });
							inSight(document.querySelector(".analyse .mid"));
						}}
					>
						<Icon name="aim" size={16} />
						{words.defend}
					</button>
					{line.length > 0 && line.every((cell) => cell) && (
						<button type="button" onClick={() => onAdd(line as Cell[])}>
							<Icon name="pencil" size={16} />
							{words.add}
						</button>
					)}
					{unrolled.value && onShare && (
						<button type="button" onClick={onShare}>
							<Icon name="share" size={16} />
							{t.value.share}
						</button>
					)}
				</div>
			</div>
		</>
	);
}

/** A line without its passes, for the board. */
function shownOf(steps: readonly LineMove[]): ShownLine {
	const played = steps.filter((step) => step.cell);
	return { moves: played.map((step) => step.cell!), steps: played };
}

/** Reasons named in one sentence. */
const MOST = 2;

/** "E13 makes an open four."; empty if the move makes no direct threat. */
function doesText(step: LineMove | undefined, reasons: readonly MoveReason[], name: (cell: Cell) => string): string {
	const words = reasonWords.value;
	const told = reasons.filter((reason) => reason !== "quiet").slice(0, MOST);
	if (!step?.cell || !told.length) return "";
	const effects = told.map((reason) =>
		reason === "takes" && step.captured.length ? words.takes(step.captured.map(name)) : words.effects[reason],
	);
	return sentence(`${name(step.cell)} ${list(effects, words.and)}`);
}

/** The moves that were not refuted; each can be played. */
function Standing({
	cells,
	name,
	onPlay,
}: {
	cells: readonly Cell[];
	name: (cell: Cell) => string;
	onPlay: (cell: Cell) => void;
}) {
	return (
		<div class="standing row" role="group" aria-label={proveWords.value.holding}>
			{cells.slice(0, NAMED).map((cell) => (
				<button type="button" class="chip" key={cell.join()} onClick={() => onPlay(cell)}>
					{name(cell)}
				</button>
			))}
			{cells.length > NAMED && <span class="lab">+{cells.length - NAMED}</span>}
		</div>
	);
}

interface WalkProps {
	proof: Proof;
	walk: Walk;
	position: Position;
	name: (cell: Cell) => string;
	onGo: (walk: Walk) => void;
}

/** The side that wins in a walk, and the one that defends. */
const sidesOf = ({ to_move }: Position, { root }: Walk): readonly ["X" | "O", "X" | "O"] =>
	(to_move === "X") === (root === "win") ? ["X", "O"] : ["O", "X"];

/** The moves from the position to here; each leads back. */
function Path({ proof, walk, position, name, onGo }: WalkProps) {
	const [winner, defender] = sidesOf(position, walk);
	const { steps } = walk;
	const first = walk.root === "lost" ? null : nodeAt(proof, { ...walk, steps: [] });
	if (!first && !steps.length) return null;
	const crumb = (text: string, side: "X" | "O", length: number) => (
		<li key={`${length} ${side}`}>
			<button
				type="button"
				aria-current={length === steps.length && side === winner ? "step" : undefined}
				onClick={() => onGo({ ...walk, steps: steps.slice(0, length) })}
			>
				<StoneIcon stone={COLOURS[side]} side={side} size={16} />
				{text}
			</button>
		</li>
	);
	return (
		<ol class="path">
			{first && crumb(name(first.move), winner, 0)}
			{steps.flatMap(({ reply, node }, i) => [
				crumb(reply ? name(reply) : "…", defender, i),
				crumb(name(proof.nodes[node]!.move), winner, i + 1),
			])}
		</ol>
	);
}

/** Every reply of the defender with its answer. */
function Replies({ proof, walk, position, name, onGo }: WalkProps) {
	const words = proveWords.value;
	const [winner, defender] = sidesOf(position, walk);
	const defence = defenceAt(proof, walk);
	if (!defence)
		return (
			<p class="why end">
				{isCut(proof, walk) ? words.large : `${t.value.stones[COLOURS[winner]]} ${studyWords.value.resultAt.win}`}
			</p>
		);
	const row = (text: string, step: Step) => {
		const { move, plies } = proof.nodes[step.node]!;
		return (
			<li key={step.node}>
				<button type="button" onClick={() => onGo({ ...walk, steps: [...walk.steps, step] })}>
					<span class="vh">{words.answered(text, name(move))}</span>
					<StoneIcon stone={COLOURS[defender]} side={defender} size={16} />
					<span class="reply" aria-hidden="true">
						{text}
					</span>
					<StoneIcon stone={COLOURS[winner]} side={winner} size={16} />
					<b aria-hidden="true">{name(move)}</b>
					<small>{plies === 1 ? words.wins : words.inMoves(movesOf(plies))}</small>
				</button>
			</li>
		);
	};
	const named = (cells: readonly Cell[]) =>
		cells.slice(0, NAMED).map(name).join(" ") + (cells.length > NAMED ? ` +${cells.length - NAMED}` : "");
	return (
		<>
			<p class="lab">{words.pick}</p>
			<ul class="defences">
				{defence.replies.map(({ cells, node }) => row(named(cells), { reply: cells[0]!, node }))}
				{defence.rest === null ? (
					<li class="why">{words.atOnce}</li>
				) : (
					row(words.others, { reply: null, node: defence.rest })
				)}
			</ul>
		</>
	);
}
