// Animates captured stones from the board to the taker's pockets.
import { useLayoutEffect, useRef } from "preact/hooks";
import { still } from "../browser/settings";
import { type Grid, key, other, spot } from "./geometry";
import type { Marks } from "./Marks";
import { type Colours, symbol } from "./Stones";

export function Flight({ grid, marks, colours }: { grid: Grid; marks: Marks; colours: Colours }) {
	const group = useRef<SVGGElement>(null);
	const traces = marks.traces ?? [];
	const name = traces.map(({ cell, side }) => key(cell) + side).join(" ");
	useLayoutEffect(() => {
		const layer = group.current;
		if (!layer || !traces.length || still()) return;
		const taker = other(traces[0]!.side);
		const pockets = document.querySelectorAll<HTMLElement>(`[data-taker="${taker}"] .pocket[data-fresh]`);
		const goals = [...pockets].flatMap((pocket) => Array<HTMLElement>(Number(pocket.dataset.fresh)).fill(pocket));
		const flights = [...layer.children].map((stone, i) => {
			const [x, y] = spot(grid, traces[i]!.cell);
			const from = { x, y };
			const to = goal(layer, goals[Math.min(i, goals.length - 1)]) ?? from;
			return stone.animate(
				[
					{ transform: `translate(${from.x}px, ${from.y}px)`, opacity: 1 },
					{ transform: `translate(${from.x}px, ${from.y}px)`, opacity: 1, offset: 0.2 },
					{ transform: `translate(${from.x}px, ${from.y - 7}px) scale(1.16)`, opacity: 0.85, offset: 0.45 },
					{ transform: `translate(${to.x}px, ${to.y}px) scale(.6)`, opacity: 0.2 },
				],
				{ duration: 320 * 1.4, easing: "cubic-bezier(.4,.1,.3,1)", fill: "backwards" },
			);
		});
		return () => {
			for (const flight of flights) flight.cancel();
		};
	}, [name]);
	if (!traces.length || still()) return null;
	return (
		<g class="flight" ref={group} key={name}>
			{traces.map(({ cell, side }) => (
				<g key={key(cell)} opacity="0">
					<circle cx="3" cy="11" r="22" fill="url(#g-shadow)" opacity=".5" />
					<use href={symbol(colours[side], side, cell[0], cell[1])} />
				</g>
			))}
		</g>
	);
}

/** The centre of a pocket in board units; null if there is none. */
function goal(layer: SVGGElement, pocket: HTMLElement | undefined): { x: number; y: number } | null {
	const matrix = layer.ownerSVGElement?.getScreenCTM();
	if (!matrix || !pocket) return null;
	const box = pocket.getBoundingClientRect();
	const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
	return { x: point.x, y: point.y };
}
