// The tree as a scrolling picture. Only visible nodes are rendered, so that thousands stay fluid.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { symbol } from "../../board/Stones";
import { points } from "../../i18n/numbers";
import { thinkingWords } from "../../i18n/thinking";
import { moveText, valueText } from "./NodePanel";
import { type Naming, sideOf } from "./naming";
import { COLUMN, type Picture, type Placed, ROW, type TreeStore } from "./treeStore";

const LEFT = 22;
const TOP = 56;
const WIDE = 124;
const ROOT = 92;
const SCALES = [0.4, 0.5, 0.65, 0.8, 1, 1.25];

const left = (place: { x: number }): number => (place.x === 0 ? LEFT : place.x + LEFT - 26);
const right = (from: { x: number }): number => left(from) + (from.x === 0 ? ROOT : WIDE);

export function TreeCanvas({
	tree,
	naming,
	footer,
}: {
	tree: TreeStore;
	naming: Naming;
	footer: (picture: Picture) => string;
}) {
	const words = thinkingWords.value;
	const box = useRef<HTMLDivElement>(null);
	const scale = useSignal(1);
	const view = useSignal({ x: 0, y: 0, w: 1200, h: 800 });
	// Every piece received makes a new picture.
	const picture = useComputed(() => {
		tree.loaded.value;
		return tree.picture();
	}).value;
	const look = () => {
		const found = box.current;
		if (found) view.value = { x: found.scrollLeft, y: found.scrollTop, w: found.clientWidth, h: found.clientHeight };
	};
	useLayoutEffect(look, []);
	useEffect(() => {
		const observer = new ResizeObserver(look);
		observer.observe(box.current!);
		return () => observer.disconnect();
	}, []);
	const selected = tree.selected.value;
	const place = picture.where.get(selected);
	// Scroll the selected node into view.
	useEffect(() => {
		const found = box.current;
		if (!found || !place) return;
		const [x, y] = [left(place) * scale.value, (place.y + TOP) * scale.value];
		const wide = (WIDE + 60) * scale.value;
		if (x < found.scrollLeft + 20 || x + wide > found.scrollLeft + found.clientWidth)
			found.scrollLeft = Math.max(0, x - found.clientWidth / 2);
		if (y < found.scrollTop + 60 || y > found.scrollTop + found.clientHeight - 60)
			found.scrollTop = Math.max(0, y - found.clientHeight / 2);
	}, [selected, place?.x, place?.y]);
	const width = (picture.columns * COLUMN + 80) * scale.value;
	const height = (picture.height + TOP + 110) * scale.value;
	const zoom = (by: number) => {
		const index = SCALES.indexOf(scale.value) + by;
		scale.value = SCALES[Math.max(0, Math.min(SCALES.length - 1, index))]!;
	};
	const fit = () => {
		const found = box.current!;
		const best = Math.min(
			found.clientWidth / (picture.columns * COLUMN + 80),
			found.clientHeight / (picture.height + 150),
		);
		scale.value = SCALES.findLast((one) => one <= best) ?? SCALES[0]!;
	};
	const { x, y, w: wide, h: tall } = view.value;
	const first = y / scale.value - TOP - ROW;
	const last = (y + tall) / scale.value - TOP + ROW;
	const from = x / scale.value - COLUMN;
	const to = (x + wide) / scale.value + COLUMN;
	const inSight = (one: Placed) => one.y >= first && one.y <= last && one.x >= from && one.x <= to;
	const seen = picture.places.filter(inSight);
	const links = linksOf(picture, seen, first, last, from, to);
	const me = naming.side(tree.position.to_move);
	const them = naming.side(tree.position.to_move === "X" ? "O" : "X");
	const headings = [words.plays(me), words.answers(them)];
	return (
		<div class="canvas">
			<div
				class="scroll"
				ref={box}
				onScroll={look}
				tabIndex={0}
				role="tree"
				aria-label={words.treeTitle}
				aria-activedescendant={place ? `node-${selected}` : undefined}
				onKeyDown={(event) => keys(event, tree, picture)}
			>
				<div style={{ width: `${width}px`, height: `${height}px` }}>
					<svg
						style={{ left: `${x}px`, top: `${y}px` }}
						width={wide}
						height={tall}
						viewBox={`${x / scale.value} ${y / scale.value} ${wide / scale.value} ${tall / scale.value}`}
						role="presentation"
					>
						{links.map((one) => (
							<Link key={idOf(one)} tree={tree} place={one} top={first + TOP} bottom={last + TOP} />
						))}
						{seen.map((one) =>
							one.kind === "node" ? (
								<NodeMark key={idOf(one)} tree={tree} place={one} naming={naming} selected={one.node === selected} />
							) : (
								<Stub key={idOf(one)} tree={tree} place={one} />
							),
						)}
						<g transform={`translate(0 ${y / scale.value})`}>
							{Array.from({ length: picture.columns - 1 }, (_, i) => (
								<text key={i} class="heading" x={left({ x: (i + 1) * COLUMN }) + WIDE / 2} y="16">
									{headings[i] ?? (i % 2 ? them : me)}
								</text>
							))}
						</g>
					</svg>
				</div>
			</div>
			<div class="zoom card">
				<span>{footer(picture)}</span>
				<button type="button" class="quiet" aria-label={words.smaller} onClick={() => zoom(-1)}>
					−
				</button>
				<b>{Math.round(scale.value * 100)} %</b>
				<button type="button" class="quiet" aria-label={words.larger} onClick={() => zoom(1)}>
					+
				</button>
				<button type="button" class="quiet" onClick={fit}>
					{words.fit}
				</button>
			</div>
		</div>
	);
}

/** Links to visible nodes, and one link per parent for those that only pass through: they overlap. */
function linksOf(
	picture: Picture,
	seen: readonly Placed[],
	first: number,
	last: number,
	from: number,
	to: number,
): readonly Placed[] {
	const passing = new Map<string, Placed>();
	for (const one of picture.places) {
		if (!one.from || one.y <= last || one.from.y > last || one.x < from || one.x > to + COLUMN) continue;
		const key = `${one.from.x} ${one.from.y}`;
		// The longest link covers the others.
		if ((passing.get(key)?.y ?? Number.NEGATIVE_INFINITY) < one.y) passing.set(key, one);
	}
	const above = seen.filter((one) => one.from !== null);
	const below = [...passing.values()].filter((one) => one.from!.y >= first || one.y > first);
	return [...above, ...below];
}

const idOf = (place: Placed): string => `${place.kind} ${place.node}`;

interface LinkProps {
	tree: TreeStore;
	place: Placed;
	/** The visible range. */
	top: number;
	bottom: number;
}

function Link({ tree, place, top, bottom }: LinkProps) {
	const from = place.from!;
	const best = place.kind === "node" && tree.has(place.node, "b");
	return (
		<path
			class={best ? "link best" : place.kind === "unsearched" ? "link none" : "link"}
			d={wayOf(right(from), from.y + TOP, left(place), place.y + TOP, top, bottom)}
		/>
	);
}

const LONG = 1_500;
const BEND = 60;

/** The path of a link. Very long links are straight between two bends and end outside the view: painting a curve of a
 * hundred thousand points is slow, however little of it is visible. */
function wayOf(x0: number, y0: number, x1: number, y1: number, top: number, bottom: number): string {
	const middle = (x0 + x1) / 2;
	if (Math.abs(y1 - y0) < LONG) return `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`;
	const bend = Math.sign(y1 - y0) * BEND;
	const near = (y: number) => Math.max(top - LONG, Math.min(bottom + LONG, y));
	const sees = (y: number) => y >= top - BEND && y <= bottom + BEND;
	const start = sees(y0)
		? `M${x0} ${y0}C${middle} ${y0} ${middle} ${y0} ${middle} ${y0 + bend}`
		: `M${middle} ${near(y0 + bend)}`;
	const end = sees(y1) ? `V${y1 - bend}C${middle} ${y1} ${middle} ${y1} ${x1} ${y1}` : `V${near(y1 - bend)}`;
	return start + end;
}

interface MarkProps {
	tree: TreeStore;
	place: Placed;
	naming: Naming;
	selected: boolean;
}

function NodeMark({ tree, place, naming, selected }: MarkProps) {
	const words = thinkingWords.value;
	const { node } = place;
	const { columns } = tree;
	const side = sideOf(tree, node);
	const best = tree.has(node, "b");
	const unfolded = tree.isUnfolded(node);
	const foldable = tree.hasMore(node);
	const press = () => {
		if (tree.selected.value === node && foldable) tree.toggle(node);
		else {
			tree.select(node);
			if (foldable && !unfolded) tree.toggle(node);
		}
	};
	const hidden = unfolded ? 0 : columns.below[node]!;
	// The accessible name starts with the visible text.
	const written = `${moveText(tree, node, naming)} ${valueText(tree, node)}${hidden ? ` ${points(hidden)}` : ""}`;
	const value = valueText(tree, node);
	const said =
		node === 0
			? words.rootNode(naming.side(tree.position.to_move))
			: `${written}. ${naming.side(side)}. ${words.stopped[columns.why[node]!]}`;
	const common = {
		id: `node-${node}`,
		role: "treeitem",
		"aria-label": said,
		"aria-level": place.column + 1,
		"aria-selected": selected,
		"aria-expanded": foldable ? unfolded : undefined,
		onClick: press,
		transform: `translate(${left(place)} ${place.y + TOP})`,
	} as const;
	if (node === 0) {
		const [first, second] = words.toMove(naming.side(tree.position.to_move));
		return (
			<g {...common} class={selected ? "root on" : "root"}>
				<rect y="-25" width={ROOT} height="50" rx="14" />
				<text y="-3">
					<tspan x={ROOT / 2}>{first} </tspan>
					<tspan x={ROOT / 2} dy="17">
						{second}
					</tspan>
				</text>
			</g>
		);
	}
	const cut = columns.why[node] === "cut";
	return (
		<g
			{...common}
			class={`mark${best ? " best" : ""}${selected ? " on" : ""}${tree.has(node, "a") ? " again" : ""}`}
			data-node={node}
		>
			{selected && <rect class="halo" x="-4" y="-15.5" width={WIDE + 8} height="31" rx="15.5" />}
			<rect class="pill" y="-11.5" width={WIDE} height="23" rx="11.5" />
			<g transform="translate(15 -.2) scale(.46)">
				<use href={symbol(naming.colours[side], side)} />
			</g>
			<text class="move" x="29" y="4.6">
				{moveText(tree, node, naming)}
			</text>{" "}
			<text class="value" x={WIDE - 9} y="4.6">
				{value}
			</text>{" "}
			{columns.taken[node]! > 0 && <circle class="takes-mark" cx="21.5" cy="6" r="4.2" />}
			{(cut || hidden > 0) && (
				<g transform={`translate(${WIDE + 5} 0)`}>
					{cut && (
						<g class="scissors" transform="translate(0 -7) scale(.58)">
							<circle cx="6" cy="6.5" r="2.5" />
							<circle cx="6" cy="17.5" r="2.5" />
							<path d="M8 8.2 20 18M8 15.8 20 6" />
						</g>
					)}
					{hidden > 0 && (
						<text class="hidden" x={cut ? 18 : 3} y="4.3">
							{points(hidden)}
						</text>
					)}
				</g>
			)}
		</g>
	);
}

function Stub({ tree, place }: { tree: TreeStore; place: Placed }) {
	const words = thinkingWords.value;
	const more = place.kind === "more";
	return (
		// biome-ignore lint/a11y: reached by keys through the node it belongs to
		<g
			class={more ? "stub more" : "stub"}
			transform={`translate(${left(place)} ${place.y + TOP})`}
			onClick={more ? () => tree.showAll(place.node) : undefined}
		>
			<rect y="-11.5" width={WIDE} height="23" rx="11.5" />
			<text x={WIDE / 2} y="4.3">
				{more ? words.more(place.count) : words.notSearched(place.count)}
			</text>
		</g>
	);
}

/** Keys as in any tree view: right opens, left closes, up and down move along the column. */
function keys(event: KeyboardEvent, tree: TreeStore, picture: Picture): void {
	const node = tree.selected.value;
	const place = picture.where.get(node);
	const column = place
		? [...picture.where.values()].filter((one) => one.column === place.column).sort((a, b) => a.y - b.y)
		: [];
	const at = column.findIndex((one) => one.node === node);
	const act: Record<string, () => void> = {
		ArrowRight: () => {
			if (tree.hasMore(node) && !tree.isUnfolded(node)) tree.toggle(node);
			else {
				const child = tree.listed(node)[0];
				if (child !== undefined) tree.select(child);
			}
		},
		ArrowLeft: () => {
			const parent = tree.columns.parent[node]!;
			if (node !== 0 && tree.isUnfolded(node) && tree.hasMore(node)) tree.toggle(node);
			else if (parent >= 0) tree.select(parent);
		},
		ArrowUp: () => column[at - 1] && tree.select(column[at - 1]!.node),
		ArrowDown: () => column[at + 1] && tree.select(column[at + 1]!.node),
		Home: () => tree.select(0),
		Enter: () => tree.hasMore(node) && tree.toggle(node),
		" ": () => tree.hasMore(node) && tree.toggle(node),
		b: () => {
			const reply = tree.reply(node);
			if (reply !== null) tree.select(reply);
		},
		"*": () => tree.unfoldAll(node),
	};
	const found = act[event.key];
	if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
	event.preventDefault();
	event.stopPropagation();
	found();
}
