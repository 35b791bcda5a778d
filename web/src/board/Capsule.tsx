// An outline around a row of stones: the threats that a hint or the coach tells of, and pairs that can be captured.
import { type Cell, type Grid, key, other, type Side, spot } from "./geometry";

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
