// A rating over time, with its uncertainty as a band where it is known.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { settings } from "../browser/settings";
import { profileWords } from "../i18n/profile";
import type { RatingPoint } from "../wire/messages";

/** Size of the lines in px; the width until that of the page is known, and what surrounds them. */
const [WIDTH, HEIGHT] = [560, 176];
const [LEFT, RIGHT, ABOVE, BELOW] = [44, 18, 30, 28];
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
export function shapeOf(points: readonly RatingPoint[], width = WIDTH): Shape {
	const ends = points.flatMap(({ value, deviation }) => [value - (deviation ?? 0), value + (deviation ?? 0)]);
	const [low, high] = [Math.min(...ends) - 10, Math.max(...ends) + 10];
	const step = [50, 100, 200, 500].find((size) => (high - low) / size <= 5) ?? 1000;
	const ticks = [];
	for (let at = Math.ceil(low / step) * step; at <= high; at += step) ticks.push(at);
	const [from, to] = [points[0]!.at, points.at(-1)!.at];
	const x = (at: number) => (to === from ? width : (width * (at - from)) / (to - from));
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
	// Its text has one size, however wide the page is.
	const svg = useRef<SVGSVGElement>(null);
	const width = useSignal(WIDTH);
	useLayoutEffect(() => {
		const measure = () => {
			width.value = Math.max(LEFT, svg.current!.clientWidth - LEFT - RIGHT);
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(svg.current!);
		return () => observer.disconnect();
	}, []);
	const wide = width.value;
	const { ticks, x, y, line, band } = shapeOf(points, wide);
	const last = points.at(-1)!;
	const [endX, endY] = [x(last.at), y(last.value)];
	const dates = datesOf(points);
	const written = (at: number) =>
		new Date(at).toLocaleDateString(settings.value.language, { day: "numeric", month: "short" });
	return (
		<svg
			class="graph"
			ref={svg}
			height={ABOVE + HEIGHT + BELOW}
			viewBox={`${-LEFT} ${-ABOVE} ${LEFT + wide + RIGHT} ${ABOVE + HEIGHT + BELOW}`}
			role="img"
			aria-label={profileWords.value.graph(rules, points[0]!.value, last.value)}
		>
			{ticks.map((at) => (
				<g key={at}>
					<path class="tick" d={`M0 ${y(at)}H${wide}`} />
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
			<g class="tag" transform={`translate(${Math.min(endX, wide - 12)} ${Math.max(endY - 22, -16)})`}>
				<rect x="-30" y="-13" width="60" height="24" rx="6" />
				<text text-anchor="middle" y="4">
					{last.value}
				</text>
			</g>
		</svg>
	);
}
