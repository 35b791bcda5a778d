// Details of a node: path, value, window, and why the search stopped there.
import { useEffect, useState } from "preact/hooks";
import { at, type Cell, type Grid, key, other, place, type Side, span } from "../../board/geometry";
import { Lines, Stones } from "../../board/Layers";
import { fromRows } from "../../board/placed";
import { isLight, StoneIcon, symbol } from "../../board/Stones";
import { BoardTexture } from "../../board/texture/BoardTexture";
import { doge } from "../../doge/mode";
import { count, points } from "../../i18n/numbers";
import { thinkingWords } from "../../i18n/thinking";
import { Icon } from "../../kit/Icon";
import type { LineMove } from "../../wire/messages";
import { walk } from "../thinking/api";
import { isDecided, scored, shortScore } from "../thinking/score";
import { cutText } from "./cutText";
import { type Naming, sideOf } from "./naming";
import type { TreeStore } from "./treeStore";

/** A value in points, or the distance to the end of the game. */
const numberText = (value: number): string => shortScore(scored(value));

/** The value of a node with its bound: "≤ −28", "win 4". */
export function valueText(tree: TreeStore, node: number): string {
	const bound = tree.columns.bound[node];
	return `${bound === "upper" ? "≤ " : bound === "lower" ? "≥ " : ""}${numberText(tree.columns.value[node]!)}`;
}

export const moveText = (tree: TreeStore, node: number, naming: Naming): string => {
	const move = tree.columns.move[node];
	return move ? naming.name(move) : thinkingWords.value.pass;
};

export function NodePanel({ tree, naming }: { tree: TreeStore; naming: Naming }) {
	const words = thinkingWords.value;
	const node = tree.selected.value;
	const { columns } = tree;
	const path = tree.path(node);
	const why = columns.why[node]!;
	const reply = tree.reply(node);
	const parent = columns.parent[node]!;
	const side = sideOf(tree, node);
	return (
		<aside class="node" aria-label={words.children}>
			<div class="path">
				{path.length === 1 && <span class="on">{words.toMove(naming.side(tree.position.to_move)).join(" ")}</span>}
				{path.slice(1).map((step, i) => (
					<span key={step} class="row">
						{i > 0 && <Icon name="forward" size={14} />}
						<button type="button" class={step === node ? "on" : undefined} onClick={() => tree.select(step)}>
							<StoneIcon stone={naming.colours[sideOf(tree, step)]} side={sideOf(tree, step)} size={18} />
							{moveText(tree, step, naming)}
						</button>
					</span>
				))}
			</div>
			<NodeBoard tree={tree} node={node} naming={naming} />
			<dl class="kv">
				<div>
					<dt>{words.value}</dt>
					<dd data-value>{valueText(tree, node).replace(/^[≤≥] /, "")}</dd>
				</div>
				<div>
					<dt>{words.kind}</dt>
					<dd>{words.kinds[columns.bound[node]!]}</dd>
				</div>
				<div>
					<dt>{words.depthLeft}</dt>
					<dd>{columns.depth[node]}</dd>
				</div>
				<div>
					<dt>{words.positionsBelow}</dt>
					<dd>{count(columns.below[node]! + 1)}</dd>
				</div>
			</dl>
			<Window tree={tree} node={node} />
			<div class="why" role="status">
				<span class="vh">
					{node === 0
						? words.rootNode(naming.side(tree.position.to_move))
						: words.nodeSaid(moveText(tree, node, naming), naming.side(side), valueText(tree, node), "")}
				</span>
				{why === "cut" && <Icon name="scissors" size={16} />}{" "}
				{why === "cut" ? cutText(tree, node, naming) : words.stopped[why]}
			</div>
			<Children tree={tree} node={node} naming={naming} />
			<div class="row foot">
				<button type="button" class="grow" disabled={parent < 0} onClick={() => tree.select(parent)}>
					<Icon name="back" />
					{words.parent}
				</button>
				<button
					type="button"
					class="grow"
					disabled={reply === null}
					onClick={() => reply !== null && tree.select(reply)}
				>
					{words.bestReply}
					<Icon name="forward" />
				</button>
			</div>
		</aside>
	);
}

/** The children as a list: on phones it replaces the picture. */
function Children({ tree, node, naming }: { tree: TreeStore; node: number; naming: Naming }) {
	const words = thinkingWords.value;
	const listed = tree.listed(node);
	if (!listed.length) return null;
	return (
		<ul class="children" aria-label={words.children}>
			{listed.slice(0, 60).map((child) => (
				<li key={child}>
					<button type="button" class={tree.has(child, "b") ? "best" : undefined} onClick={() => tree.select(child)}>
						<StoneIcon stone={naming.colours[sideOf(tree, child)]} side={sideOf(tree, child)} size={18} />
						<b>{moveText(tree, child, naming)}</b>
						{tree.columns.taken[child]! > 0 && <i class="dot" />}
						<span class="grow" />
						{valueText(tree, child)}
						{tree.columns.why[child] === "cut" && <Icon name="scissors" size={15} />}
					</button>
				</li>
			))}
		</ul>
	);
}

const WIDE = 320;
const LEFT = 12;
const RIGHT = 308;

/** The alpha-beta window as a segment of a line, and the value as a point. */
function Window({ tree, node }: { tree: TreeStore; node: number }) {
	const words = thinkingWords.value;
	const { alpha, beta, value } = tree.columns;
	const [a, b, v] = [alpha[node]!, beta[node]!, value[node]!];
	const plain = (n: number) => !isDecided(n);
	const marks = [a, b, v].filter(plain);
	const low = Math.min(...marks, 0);
	const high = Math.max(...marks, 0);
	const room = Math.max(40, high - low) * 0.3;
	const x = (n: number) =>
		isDecided(n) ? (n < 0 ? LEFT : RIGHT) : LEFT + ((n - low + room) / (high - low + 2 * room)) * (RIGHT - LEFT);
	const label = (n: number, text: string, y: number, tone: string) => (
		<text x={Math.max(44, Math.min(WIDE - 44, x(n)))} y={y} class={tone}>
			{text}
		</text>
	);
	const shown = numberText(v);
	return (
		<svg
			class="window"
			viewBox={`0 0 ${WIDE} 70`}
			role="img"
			aria-label={`${words.window(plain(a) ? points(a) : "−∞", plain(b) ? points(b) : "+∞")}. ${words.here(shown)}`}
		>
			<path class="line" d={`M5 30H${WIDE - 5}`} />
			<path class="open" d={`M${x(a)} 30H${x(b)}`} />
			{plain(a) && <path class="edge" d={`M${x(a)} 19V41`} />}
			{plain(b) && <path class="edge" d={`M${x(b)} 19V41`} />}
			<circle cx={x(v)} cy="30" r="7.5" />
			{label(v, words.here(shown), 12, "here")}
			{plain(a) && label(a, words.sureAlpha(points(a)), 55, "")}
			{plain(b) &&
				b !== a + 1 &&
				label(b, words.sureBeta(points(b)), plain(a) && Math.abs(x(a) - x(b)) < 120 ? 69 : 55, "")}
		</svg>
	);
}

/** The position of a node, cropped to the stones. */
function NodeBoard({ tree, node, naming }: { tree: TreeStore; node: number; naming: Naming }) {
	const { position } = tree;
	const moves = tree.moves(node);
	const [steps, setSteps] = useState<readonly LineMove[]>([]);
	useEffect(() => {
		let stopped = false;
		void walk(position, moves).then(
			(found) => !stopped && setSteps(found),
			() => {},
		);
		return () => {
			stopped = true;
		};
	}, [position, node]);
	const grid: Grid = { width: position.rows[0]!.length, height: position.rows.length, margin: 28 };
	const base = fromRows(position.rows);
	const placed = new Map(base.map((stone) => [key(stone.cell), stone]));
	const ghosts = new Map<string, { cell: Cell; side: Side; number: number }>();
	let traces: readonly Cell[] = [];
	moves.forEach((cell, i) => {
		if (!cell) return;
		const side = i % 2 === 0 ? position.to_move : other(position.to_move);
		ghosts.set(key(cell), { cell, side, number: i + 1 });
		const gone = steps[i]?.captured ?? [];
		for (const one of gone) {
			placed.delete(key(one));
			ghosts.delete(key(one));
		}
		if (i === moves.length - 1) traces = gone;
	});
	const cells = [...base.map((stone) => stone.cell), ...moves.flatMap((cell) => (cell ? [cell] : []))];
	const box = frameOf(grid, cells);
	return (
		<div class="frame nodeboard">
			<div class="field">
				<BoardTexture />
				<svg
					class="board"
					viewBox={box}
					role="img"
					aria-label={[
						thinkingWords.value.rootNode(naming.side(position.to_move)),
						...moves.map((cell) => (cell ? naming.name(cell) : thinkingWords.value.pass)),
					].join(". ")}
				>
					<Lines grid={grid} weight={1.3} />
					<Stones grid={grid} stones={[...placed.values()]} colours={naming.colours} faces={doge.value} />
					{traces.map((cell) => (
						<g key={key(cell)} class="trace" transform={place(grid, cell)} data-taken>
							<circle r="18" />
						</g>
					))}
					{[...ghosts.values()].map(({ cell, side, number }) => (
						<g key={number} class="pv" transform={place(grid, cell)} data-ghost={number}>
							<use href={symbol(naming.colours[side], side, cell[0], cell[1])} />
							<circle class="ring" r="19.4" stroke-width={number === moves.length ? 4 : 2.4} />
							<text
								y="6"
								font-size="17"
								font-weight="750"
								text-anchor="middle"
								fill={isLight(naming.colours[side]) ? "#241c14" : "#fff"}
							>
								{number}
							</text>
						</g>
					))}
				</svg>
			</div>
		</div>
	);
}

const CUT = 12;

/** A square of twelve cells around the stones, or larger if they need more. */
function frameOf(grid: Grid, cells: readonly Cell[]): string {
	const whole = Math.max(span(grid, grid.width), span(grid, grid.height));
	if (!cells.length) return `0 0 ${span(grid, grid.width)} ${span(grid, grid.height)}`;
	const xs = cells.map(([x]) => x);
	const ys = cells.map(([, y]) => y);
	const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
	const edge = Math.min(whole, 40 * Math.max(CUT, x1 - x0 + 3, y1 - y0 + 3));
	const from = (low: number, high: number, n: number) =>
		Math.max(0, Math.min(span(grid, n) - edge, (at(grid, low) + at(grid, high)) / 2 - edge / 2));
	return `${from(x0, x1, grid.width)} ${from(y0, y1, grid.height)} ${edge} ${edge}`;
}
