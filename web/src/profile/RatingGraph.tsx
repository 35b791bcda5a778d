// A rating over time, with its uncertainty as a band where it is known.
import { settings } from "../browser/settings";
import { profileWords } from "../i18n/profile";
import type { RatingPoint } from "../wire/messages";

const WIDTH = 560;
const HEIGHT = 176;
const DAY = 86_400_000;

export type Span = "month" | "half" | "all";
const DAYS: Record<Span, number> = { month: 31, half: 183, all: Number.POSITIVE_INFINITY };

/** The points within a span before the last one, with the one before as its start. */
export function within(points: readonly RatingPoint[], span: Span, now: number): readonly RatingPoint[] {
	const since = now - DAYS[span] * DAY;
	const first = points.findIndex(({ at }) => at >= since);
	if (first < 0) return points.slice(-1);
	return points.slice(Math.max(0, first - 1));
}

interface Shape {
	readonly ticks: readonly number[];
	readonly x: (at: number) => number;
	readonly y: (rating: number) => number;
	readonly line: string;
	readonly band: string;
}

const path = (points: readonly (readonly [number, number])[]): string =>
	points.map((point, i) => `${i ? "L" : "M"}${point.map((v) => v.toFixed(1)).join(" ")}`).join("");

/** The graph's paths. There is at least one point. */
export function shapeOf(points: readonly RatingPoint[]): Shape {
	const ends = points.flatMap(({ value, deviation }) => [value - (deviation ?? 0), value + (deviation ?? 0)]);
	const [low, high] = [Math.min(...ends) - 10, Math.max(...ends) + 10];
	const step = [50, 100, 200, 500].find((size) => (high - low) / size <= 5) ?? 1000;
	const ticks = [];
	for (let at = Math.ceil(low / step) * step; at <= high; at += step) ticks.push(at);
	const [from, to] = [points[0]!.at, points.at(-1)!.at];
	const x = (at: number) => (to === from ? WIDTH : (WIDTH * (at - from)) / (to - from));
	const y = (rating: number) => (HEIGHT * (high - rating)) / (high - low);
	const sure = points.filter(({ deviation }) => deviation !== null);
	const edge = (side: 1 | -1) => sure.map((p) => [x(p.at), y(p.value + side * p.deviation!)] as const);
	return {
		ticks,
		x,
		y,
		line: path(points.map(({ at, value }) => [x(at), y(value)] as const)),
		band: sure.length > 1 ? `${path([...edge(1), ...edge(-1).reverse()])}Z` : "",
	};
}

/** The dates under a graph: its ends, and two between. */
function datesOf(points: readonly RatingPoint[]): readonly number[] {
	const [from, to] = [points[0]!.at, points.at(-1)!.at];
	return to - from < 3 * DAY ? [to] : [0, 1, 2, 3].map((i) => from + ((to - from) * i) / 3);
}

export function RatingGraph({ rules, points }: { rules: string; points: readonly RatingPoint[] }) {
	const { ticks, x, y, line, band } = shapeOf(points);
	const last = points.at(-1)!;
	const [endX, endY] = [x(last.at), y(last.value)];
	const dates = datesOf(points);
	const written = (at: number) =>
		new Date(at).toLocaleDateString(settings.value.language, { day: "numeric", month: "short" });
	return (
		<svg
			class="graph"
			viewBox={`-44 -30 ${WIDTH + 62} ${HEIGHT + 58}`}
			role="img"
			aria-label={profileWords.value.graph(rules, points[0]!.value, last.value)}
		>
			{ticks.map((at) => (
				<g key={at}>
					<path class="tick" d={`M0 ${y(at)}H${WIDTH}`} />
					<text x="-10" y={y(at) + 4} text-anchor="end">
						{at}
					</text>
				</g>
			))}
			{dates.map((at, i) => (
				<text
					key={at}
					x={x(at)}
					y={HEIGHT + 22}
					text-anchor={i === dates.length - 1 ? "end" : i === 0 ? "start" : "middle"}
				>
					{written(at)}
				</text>
			))}
			{band && <path class="spread" d={band} />}
			<path class="line" d={line} />
			<circle cx={endX} cy={endY} r="4" />
			<g class="tag" transform={`translate(${Math.min(endX, WIDTH - 12)} ${Math.max(endY - 22, -16)})`}>
				<rect x="-30" y="-13" width="60" height="24" rx="6" />
				<text text-anchor="middle" y="4">
					{last.value}
				</text>
			</g>
		</svg>
	);
}
