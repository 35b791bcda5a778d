// The whole tree of a proof, drawn in columns and walked by click or by arrow keys.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Cell, Side } from "../../board/geometry";
import { StoneIcon } from "../../board/Stones";
import { phone } from "../../browser/viewport";
import { t } from "../../i18n";
import { proveWords } from "../../i18n/prove";
import { Icon } from "../../kit/Icon";
import type { Position, Proof } from "../../wire/messages";
import { movesOf } from "../thinking/score";
import { type Branch, branchesOf, neighbour, PHONE, reached, type Shown } from "./proofBranches";
import { nodeAt, type Walk } from "./proofWalk";
import { useShapes } from "./shapes";

const COLOURS = { X: "black", O: "white" } as const;
/** Sizes in px: a move, the line between reply and answer, the space before the next turn, a row. */
const [MOVE, LINK, SPACE, ROW] = [134, 18, 34, 38];
const TURN = 2 * MOVE + LINK + SPACE;
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home"];

interface ProofTreeProps {
	proof: Proof;
	position: Position;
	walk: Walk;
	/** The side that wins, and the one that defends. */
	sides: readonly [Side, Side];
	name: (cell: Cell) => string;
	onGo: (walk: Walk) => void;
}

export function ProofTree({ proof, position, walk, sides, name, onGo }: ProofTreeProps) {
	const words = proveWords.value;
	const shown = useSignal<Shown>("all");
	const box = useRef<HTMLDivElement>(null);
	const branches = branchesOf(proof, walk.root, shown.value, walk, phone.value ? PHONE : undefined);
	const shapeOf = useShapes(position, proof, branches);
	const at = Math.max(0, reached(branches, walk));
	const [winner, defender] = sides;
	useEffect(() => {
		const here = box.current?.querySelector<HTMLElement>("[aria-selected=true]");
		here?.scrollIntoView({ block: "nearest", inline: "nearest" });
		if (box.current?.contains(document.activeElement)) here?.focus();
	}, [at, shown.value]);
	const press = (event: KeyboardEvent) => {
		if (!KEYS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		event.stopPropagation();
		onGo(branches[neighbour(branches, at, event.key)]!.walk);
	};
	const left = (branch: Branch) => (branch.parent < 0 ? 0 : MOVE + SPACE + (branch.walk.steps.length - 1) * TURN);
	const turns = Math.max(...branches.map(({ walk: { steps } }) => steps.length));
	const rows = Math.max(...branches.map(({ row }) => row)) + 1;
	const side = (of: Side) => t.value.stones[COLOURS[of]];
	const kinds = [
		["all", words.allDefences],
		["longest", words.longest],
	] as const;
	return (
		<div class="proof-tree">
			<div class="row between">
				<h2>{words.tree}</h2>
				<div class="row" role="group" aria-label={words.tree}>
					{kinds.map(([kind, label]) => (
						<button
							type="button"
							class="chip"
							key={kind}
							aria-pressed={shown.value === kind}
							onClick={() => {
								shown.value = kind;
							}}
						>
							{label}
						</button>
					))}
				</div>
			</div>
			<div class="branches" ref={box}>
				<div class="columns" aria-hidden="true" style={{ width: `${MOVE + SPACE + turns * TURN}px` }}>
					<span>{walk.root === "lost" ? "" : words.plays(side(winner))}</span>
					{Array.from({ length: turns }, (_, i) => (
						<span key={i} style={{ left: `${MOVE + SPACE + i * TURN}px` }}>
							<i>{i ? side(defender) : words.allDefences}</i>
							<i style={{ left: `${MOVE + LINK}px` }}>{words.answers(side(winner))}</i>
						</span>
					))}
				</div>
				<div
					class="drawn"
					role="tree"
					aria-label={words.tree}
					onKeyDown={press}
					style={{ width: `${MOVE + SPACE + turns * TURN}px`, height: `${rows * ROW}px` }}
				>
					<svg width="100%" height="100%" aria-hidden="true">
						{branches.map((branch, number) => {
							if (branch.parent < 0) return null;
							const before = branches[branch.parent]!;
							const from = left(before) + (before.parent < 0 ? MOVE : 2 * MOVE + LINK);
							const [x, y, by] = [left(branch), (branch.row + 0.5) * ROW, (before.row + 0.5) * ROW];
							const bend = from + (x - from) / 2;
							return (
								<path
									key={number}
									class={isOn(branches, at, number) ? "on" : undefined}
									d={`M${from} ${by}C${bend} ${by} ${bend} ${y} ${x} ${y}M${x + MOVE} ${y}h${LINK}`}
								/>
							);
						})}
					</svg>
					{branches.map((branch, number) => (
						<button
							type="button"
							role="treeitem"
							key={branch.walk.steps.map(({ node }) => node).join()}
							aria-level={branch.walk.steps.length + 1}
							aria-selected={number === at}
							aria-expanded={branch.children.length || branch.folded ? branch.children.length > 0 : undefined}
							tabIndex={number === at ? 0 : -1}
							data-on={isOn(branches, at, number)}
							style={{ left: `${left(branch)}px`, top: `${branch.row * ROW}px` }}
							onClick={() => onGo(branch.walk)}
						>
							<Moves proof={proof} branch={branch} sides={sides} name={name} shape={shapeOf(branch)} />
						</button>
					))}
				</div>
			</div>
		</div>
	);
}

/** Whether a branch is on the way to the one shown. */
function isOn(branches: readonly Branch[], at: number, number: number): boolean {
	for (let on = at; on >= 0; on = branches[on]!.parent) if (on === number) return true;
	return false;
}

interface MovesProps extends Pick<ProofTreeProps, "proof" | "sides" | "name"> {
	branch: Branch;
	/** What the answer makes. */
	shape: string;
}

/** A reply and its answer; the first move alone at the root. */
function Moves({ proof, branch, sides: [winner, defender], name, shape }: MovesProps) {
	const words = proveWords.value;
	const { walk, cells, parent, folded } = branch;
	const answer = nodeAt(proof, walk);
	const reply = walk.steps.at(-1)?.reply ?? null;
	return (
		<>
			{parent >= 0 && (
				<span class="move">
					{reply && <StoneIcon stone={COLOURS[defender]} side={defender} size={16} />}
					<b>{reply ? name(reply) : words.others}</b>
					{cells.length > 1 && <small>+{cells.length - 1}</small>}
				</span>
			)}
			<span class="move">
				{answer ? (
					<>
						<StoneIcon stone={COLOURS[winner]} side={winner} size={16} />
						<b>{name(answer.move)}</b>
						<small>{shape || (answer.plies === 1 ? words.wins : words.inMoves(movesOf(answer.plies)))}</small>
						{answer.plies === 1 ? <Icon name="check" size={14} /> : folded > 0 && <small>…</small>}
					</>
				) : (
					<b>{words.losing}</b>
				)}
			</span>
		</>
	);
}
