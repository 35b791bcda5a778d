// Threats that a hint, the coach or a proof tells of: outlines of their rows, and signs where they would be carried out.
import { type Cell, type Grid, key, other, place, type Side, same, spot } from "./geometry";
import { Sign } from "./ThreatIcons";

/** Half the height of a capsule: a stone and the gap around it. */
const ROUND = 24;

/** A threat to draw, as the server describes it. */
export interface Threat {
	readonly color: Side;
	readonly kind: "five" | "open_four" | "capture";
	/** Where it would be carried out. */
	readonly cells: readonly Cell[];
	/** The first and last stone of each row behind it. */
	readonly rows: readonly (readonly [Cell, Cell])[];
}

interface CapsuleProps {
	grid: Grid;
	/** The first and the last stone. */
	ends: readonly [Cell, Cell];
	/** Colour of the outline, as CSS has it; `dashed` for what is in danger. */
	kind: string;
	/** What it stands for. */
	threat?: string;
}

export function Capsule({ grid, ends: [from, to], kind, threat }: CapsuleProps) {
	const [[x, y], [tx, ty]] = [spot(grid, from), spot(grid, to)];
	const [dx, dy] = [tx - x, ty - y];
	const size = { x: -ROUND, y: -ROUND, width: Math.hypot(dx, dy) + 2 * ROUND, height: 2 * ROUND, rx: ROUND };
	return (
		<g
			class={`capsule ${kind}`}
			data-threat={threat}
			transform={`translate(${x} ${y}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})`}
		>
			<rect class="edge" {...size} />
			<rect {...size} />
		</g>
	);
}

/** The rows behind threats: in the colour of the side that threatens, or of the one whose stones are in danger. */
export function Capsules({ grid, threats }: { grid: Grid; threats: readonly Threat[] }) {
	return (
		<>
			{threats.flatMap(({ color, kind, rows }) =>
				rows.map((ends) => (
					<Capsule
						key={`${color} ${kind} ${ends.map(key).join(" ")}`}
						grid={grid}
						ends={ends}
						kind={kind === "capture" ? `dashed side-${other(color)}` : `side-${color}`}
						threat={`${color} ${kind}`}
					/>
				)),
			)}
		</>
	);
}

interface ThreatsProps {
	grid: Grid;
	threats: readonly Threat[];
	/** The move that they belong to, which has its own mark. */
	move: Cell;
}

/** The rows behind threats, and a sign on each cell that would carry one out. */
export function Threats({ grid, threats, move }: ThreatsProps) {
	return (
		<>
			<Capsules grid={grid} threats={threats} />
			{threats.flatMap(({ color, kind, cells }) =>
				cells
					.filter((cell) => !same(cell, move))
					.map((cell) => (
						<g
							key={`threat ${color} ${kind} ${key(cell)}`}
							class={`threat side-${color}`}
							data-behind={`${color} ${kind}`}
							transform={`${place(grid, cell)} translate(-12 -12) scale(1.5)`}
						>
							<Sign kind={kind} hollow={color === "O"} />
						</g>
					)),
			)}
		</>
	);
}
