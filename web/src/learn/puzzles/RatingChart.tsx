// The visitor's rating over the latest first tries, with its uncertainty as a band.
import type { PuzzleRating } from "../../wire/messages";

const WIDTH = 340;
const HEIGHT = 112;
const LEFT = 40;

interface Shape {
	/** Ratings with a line across the chart, the lowest first. */
	readonly ticks: readonly number[];
	readonly y: (rating: number) => number;
	readonly line: string;
	readonly band: string;
	readonly end: readonly [number, number];
}

/** The chart's paths. There is at least one rating. */
export function shapeOf(history: readonly PuzzleRating[]): Shape {
	const ends = history.flatMap(({ rating, deviation }) => [rating - deviation, rating + deviation]);
	const [low, high] = [Math.min(...ends), Math.max(...ends)];
	const step = [50, 100, 200, 500].find((size) => (high - low) / size <= 4) ?? 1000;
	const ticks = [];
	for (let at = Math.ceil(low / step) * step; at <= high; at += step) ticks.push(at);
	const x = (i: number) => LEFT + ((WIDTH - LEFT - 8) * i) / Math.max(1, history.length - 1);
	const y = (rating: number) => 8 + ((HEIGHT - 16) * (high - rating)) / (high - low || 1);
	const path = (points: readonly (readonly [number, number])[]) =>
		points.map((point, i) => `${i ? "L" : "M"}${point.map((v) => v.toFixed(1)).join(" ")}`).join("");
	const edge = (side: 1 | -1) => history.map((h, i) => [x(i), y(h.rating + side * h.deviation)] as const);
	const last = history.length - 1;
	return {
		ticks,
		y,
		line: path(history.map(({ rating }, i) => [x(i), y(rating)] as const)),
		band: `${path([...edge(1), ...edge(-1).reverse()])}Z`,
		end: [x(last), y(history[last]!.rating)],
	};
}

export function RatingChart({ history }: { history: readonly PuzzleRating[] }) {
	const { ticks, y, line, band, end } = shapeOf(history);
	return (
		<svg class="rating-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
			{ticks.map((at) => (
				<g key={at}>
					<path class="tick" d={`M${LEFT} ${y(at)}H${WIDTH}`} />
					<text x={LEFT - 8} y={y(at) + 4} text-anchor="end">
						{at}
					</text>
				</g>
			))}
			<path class="spread" d={band} />
			<path class="line" d={line} />
			<circle cx={end[0]} cy={end[1]} r="4" />
		</svg>
	);
}
