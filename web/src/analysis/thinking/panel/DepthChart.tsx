// Chart of the best move and its score by depth.
import { type Cell, key } from "../../../board/geometry";
import { thinkingWords } from "../../../i18n/thinking";
import type { ThinkingInfo } from "../../../wire/messages";
import { shortScore } from "../score";
import type { ThinkingStore } from "../thinkingStore";

const WIDE = 262;
const TOP = 10;
const BOTTOM = 108;
/** Scores are clipped to this, so that a win does not flatten the rest. */
const MAX_SCORE = 600;
const SHADES = 5;

interface ChartProps {
	infos: readonly ThinkingInfo[];
	name: (cell: Cell) => string;
}

export function DepthChart({ store }: { store: ThinkingStore }) {
	const words = thinkingWords.value;
	const infos = store.thought.value?.infos ?? [];
	return (
		<section class="card depths">
			<h2>{words.byDepth}</h2>
			{infos.length > 0 ? <Chart infos={infos} name={(cell) => store.name(cell)} /> : <div class="empty-chart" />}
		</section>
	);
}

export function Chart({ infos, name }: ChartProps) {
	const words = thinkingWords.value;
	const step = WIDE / infos.length;
	const clip = (score: number) => Math.max(-MAX_SCORE, Math.min(MAX_SCORE, score));
	const scores = infos.map((info) => clip(info.score));
	const high = Math.max(...scores, 0);
	const low = Math.min(...scores, 0);
	const y = (score: number) => TOP + ((high - score) / Math.max(1, high - low)) * (BOTTOM - TOP);
	const x = (i: number) => (i + 0.5) * step;
	const best = infos.map((info) => info.lines[0]?.cell);
	const known = new Map<string, number>();
	for (const cell of best) if (cell && !known.has(key(cell))) known.set(key(cell), known.size);
	const shade = (i: number) => `var(--c${((best[i] ? known.get(key(best[i])) : 0) ?? 0) % SHADES})`;
	const runs: { from: number; to: number }[] = [];
	best.forEach((cell, i) => {
		const run = runs.at(-1);
		const before = run && best[run.to];
		if (run && cell && before && key(before) === key(cell)) run.to = i;
		else runs.push({ from: i, to: i });
	});
	const said = infos.map((info, i) => words.byDepthSaid(info.depth, best[i] ? name(best[i]) : "", shortScore(info)));
	const every = Math.ceil(infos.length / 16);
	return (
		<svg viewBox={`0 0 ${WIDE} 150`} role="img" aria-label={said.join(". ")}>
			<path class="zero" d={`M0 ${y(0)}H${WIDE}`} />
			<path
				class="curve"
				d={scores.map((score, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(score).toFixed(1)}`).join("")}
			/>
			{scores.map((score, i) => (
				<circle key={i} cx={x(i)} cy={y(score)} r="4" fill={shade(i)}>
					<title>{said[i]}</title>
				</circle>
			))}
			{runs.map(({ from, to }) => {
				const long = (to - from + 1) * step - 2;
				return (
					<g key={from}>
						<rect x={from * step + 1} y="120" width={long} height="15" rx="4" fill={shade(from)} />
						{long > 26 && best[from] && (
							<text class="on" x={from * step + 1 + long / 2} y="131.4">
								{name(best[from])}
							</text>
						)}
					</g>
				);
			})}
			{infos.map(
				(info, i) =>
					i % every === 0 && (
						<text key={info.depth} x={x(i)} y="148">
							{info.depth}
						</text>
					),
			)}
		</svg>
	);
}
