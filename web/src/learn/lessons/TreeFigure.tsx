// A small search tree, drawn as it grew, with d3-hierarchy for the layout.
import { hierarchy, tree as layout } from "d3-hierarchy";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { bigScore, scored } from "../../analysis/thinking/score";
import { nameOf, type Side } from "../../board/geometry";
import type { LessonNode } from "../../wire/messages";

interface Placed {
	readonly number: number;
	readonly x: number;
	readonly y: number;
	readonly depth: number;
}

interface Branch {
	readonly number: number;
	readonly children: Branch[];
}

const LEVEL = 92;

/** Node positions; `gap` is the distance between leaves. */
function usePlaces(nodes: readonly LessonNode[], gap: number): { places: readonly Placed[]; width: number } {
	return useMemo(() => {
		const branches: Branch[] = nodes.map((_, number) => ({ number, children: [] }));
		nodes.forEach(({ parent }, i) => {
			if (parent >= 0) branches[parent]!.children.push(branches[i]!);
		});
		const root = layout<Branch>()
			.nodeSize([gap, LEVEL])
			.separation((a, b) => (a.parent === b.parent ? 1 : 1.35))(hierarchy(branches[0]!));
		const all = root.descendants();
		const left = Math.min(...all.map((node) => node.x));
		const places: Placed[] = [];
		for (const node of all)
			places[node.data.number] = {
				number: node.data.number,
				x: node.x - left + 34,
				y: node.y + 26,
				depth: node.depth,
			};
		return { places, width: Math.max(...all.map((node) => node.x)) - left + 68 };
	}, [nodes, gap]);
}

/** Moves from the root to a node. */
export function lineTo(nodes: readonly LessonNode[], at: number, size: { width: number; height: number }): string {
	const moves: string[] = [];
	for (let node = at; node > 0; node = nodes[node]!.parent) moves.push(nameOf(nodes[node]!.move ?? [0, 0], size));
	return moves.reverse().join(" ");
}

interface TreeProps {
	nodes: readonly LessonNode[];
	size: { width: number; height: number };
	/** The side to move at the root. */
	first: Side;
	label: string;
	gap: number;
	/** Which nodes are visible, and which show their value. */
	seen: (number: number) => boolean;
	judged: (number: number) => boolean;
	now: number | null;
	/** Nodes of the chosen line. */
	best?: ReadonlySet<number>;
}

export function TreeFigure(props: TreeProps) {
	const { nodes, size, seen, judged, now, best } = props;
	const { places, width } = usePlaces(nodes, props.gap);
	const height = Math.max(...places.map(({ y }) => y)) + 40;
	const box = useRef<HTMLDivElement>(null);
	// Keep the current node in view where the tree is wider than the screen.
	useEffect(() => {
		if (box.current) box.current.scrollLeft = places[now ?? 0]!.x - box.current.clientWidth / 2;
	}, [now, places]);
	const small = props.gap < 40;
	const deepest = Math.max(...places.map(({ depth }) => depth));
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
		<div class="canvas" ref={box} tabIndex={0} role="group" aria-label={props.label}>
			<svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={props.label}>
				{places.map(({ number, x, y }) => {
					const { parent } = nodes[number]!;
					if (parent < 0 || !seen(number)) return null;
					const from = places[parent]!;
					const on = best?.has(number) && best.has(parent);
					return (
						<path
							key={number}
							class={on ? "edge best" : "edge"}
							d={`M${from.x} ${from.y + 12}C${from.x} ${from.y + 50} ${x} ${y - 50} ${x} ${y - 12}`}
						/>
					);
				})}
				{places.map(({ number, x, y, depth }) => {
					if (!seen(number)) return <circle key={number} class="unseen" cx={x} cy={y} r="3" />;
					const node = nodes[number]!;
					const mover = (depth % 2 === 1) === (props.first === "X") ? "X" : "O";
					const cut = node.why === "cut" && judged(number);
					return (
						<g
							key={number}
							transform={`translate(${x} ${y})`}
							class={number === now ? "node now" : cut ? "node cut" : "node"}
							data-why={judged(number) ? node.why : undefined}
						>
							{number === 0 ? (
								<rect x="-11" y="-11" width="22" height="22" rx="6" class="root" />
							) : (
								<circle r={small ? 9 : 13} class={`of-${mover}`} />
							)}
							{node.move && (!small || depth < 3) && (
								<text class="move" y={small ? -15 : -19} text-anchor="middle">
									{nameOf(node.move, size)}
								</text>
							)}
							{judged(number) && (
								<text
									class={small && depth === deepest ? "value narrow" : "value"}
									y={small ? 24 : 30}
									text-anchor="middle"
								>
									{bigScore(scored(node.value))}
								</text>
							)}
							{cut && node.unsearched > 0 && (
								<text class="scissors" x={small ? 13 : 18} y="5">
									✂
								</text>
							)}
						</g>
					);
				})}
			</svg>
		</div>
	);
}
