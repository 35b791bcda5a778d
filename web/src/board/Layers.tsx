// Static layers of the board: lines, star points, coordinates, shadows and stones.
import { at, type Cell, type Grid, inset, key, labelsOf, place, same, scaleOf, span, spot, stars } from "./geometry";
import type { Placed } from "./placed";
import { type Colours, isLight, symbol } from "./Stones";

/** Lines, border and star points. */
export function Lines({ grid, weight }: { grid: Grid; weight: number }) {
	const { width, height, margin } = grid;
	const right = at(grid, width - 1);
	const bottom = at(grid, height - 1);
	const scale = scaleOf(grid);
	let d = "";
	for (let x = 1; x < width - 1; x++) d += `M${at(grid, x)} ${margin}V${bottom}`;
	for (let y = 1; y < height - 1; y++) d += `M${margin} ${at(grid, y)}H${right}`;
	return (
		<>
			<g class="lines">
				<path d={d} stroke-width={weight} />
				<rect x={margin} y={margin} width={right - margin} height={bottom - margin} stroke-width={weight * 1.9} />
			</g>
			<g class="stars">
				{stars(width, height).map(([x, y]) => (
					<circle key={`${x},${y}`} cx={at(grid, x)} cy={at(grid, y)} r={4.3 * scale} />
				))}
			</g>
		</>
	);
}

interface CoordinatesProps {
	grid: Grid;
	columns: readonly string[];
	/** Phones show coordinates on two sides only, in larger type. */
	two: boolean;
}

export function Coordinates({ grid, columns, two }: CoordinatesProps) {
	const { width, height } = grid;
	const size = (two ? 17.5 : 14.5) * scaleOf(grid);
	// Half the cap height centres a letter on its line.
	const middle = size * 0.36;
	const near = inset(grid, two);
	const low = span(grid, height) - near;
	const far = span(grid, width) - near;
	const { across, down } = labelsOf(grid, columns);
	return (
		<g class="coords" font-size={size} text-anchor="middle" font-weight="600">
			{across.map((name, x) => (
				<text key={name} x={at(grid, x)} y={low + middle}>
					{name}
				</text>
			))}
			{!two &&
				across.map((name, x) => (
					<text key={name} x={at(grid, x)} y={near + middle}>
						{name}
					</text>
				))}
			{down.map((name, y) => (
				<text key={`l${name}`} x={near} y={at(grid, y) + middle}>
					{name}
				</text>
			))}
			{!two &&
				down.map((name, y) => (
					<text key={`r${name}`} x={far} y={at(grid, y) + middle}>
						{name}
					</text>
				))}
		</g>
	);
}

interface StonesProps {
	grid: Grid;
	stones: readonly Placed[];
	colours: Colours;
	/** The stone just placed, for its landing animation. */
	fresh?: Cell | null;
	faces: boolean;
}

/** All shadows first, so that none falls on a neighbouring stone. */
export function Stones({ grid, stones, colours, fresh, faces }: StonesProps) {
	return (
		<>
			<g>
				{stones.map(({ cell }) => {
					const [x, y] = spot(grid, cell);
					return <circle key={key(cell)} cx={x + 1.8} cy={y + 3.2} r="21.5" fill="url(#g-shadow)" />;
				})}
			</g>
			<g class="stones">
				{stones.map(({ cell, side }) => {
					const [x, y] = spot(grid, cell);
					const style = { "--sx": `${x}px`, "--sy": `${y}px` };
					return (
						<g key={`${key(cell)}${side}`} class={same(cell, fresh) ? "land" : undefined} style={style}>
							<use href={symbol(colours[side], side, cell[0], cell[1])} x={x} y={y} />
							{!faces && <circle class={`rim rim-${side}-${tone(colours[side])}`} cx={x} cy={y} r="18" />}
						</g>
					);
				})}
			</g>
		</>
	);
}

const tone = (stone: Colours["X"]): string => (stone === "black" ? "black" : isLight(stone) ? "light" : "mid");

/** Move numbers. */
export function Numbers({ grid, stones, colours, faces }: StonesProps) {
	return (
		<g class="numbers" font-size="15" font-weight="700" text-anchor="middle">
			{stones.map(
				({ cell, side, number }) =>
					number !== null && (
						<text
							key={key(cell)}
							class={faces ? "on-face" : undefined}
							transform={place(grid, cell)}
							y="5.3"
							fill={isLight(colours[side]) ? "#241c14" : "#fff"}
						>
							{number}
						</text>
					),
			)}
		</g>
	);
}
