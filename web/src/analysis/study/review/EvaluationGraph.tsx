// Graph of Black's winning chances over the game, with mistakes marked. uPlot is loaded on first use.
import "./graph.css";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { dark } from "../../../browser/settings";
import { t } from "../../../i18n";
import { studyWords } from "../../../i18n/study";
import type { Analysis } from "../engine/liveAnalysis";
import type { StudyStore } from "../studyStore";
import { chanceOf } from "./evaluation";
import { MARKS, percent, type ReviewStore } from "./reviewStore";
import { leaderOf, tippedAt } from "./summary";

interface GraphProps {
	store: StudyStore;
	analysis: Analysis;
	reviewing: ReviewStore;
}

interface Dot {
	readonly number: number;
	readonly chance: number;
	readonly mark: string;
}

const HEIGHT = 84;
export function EvaluationGraph({ store, analysis, reviewing }: GraphProps) {
	const words = studyWords.value;
	const box = useRef<HTMLDivElement>(null);
	const main = store.main.value;
	const review = reviewing.fits.value ? reviewing.review.value : null;
	const at = main.indexOf(store.at.value) + 1;
	const here = store.at.value === 0 || at > 0 ? at : null;
	// Without a review, what the live analysis has found so far.
	const known = useRef(new Map<number, number>());
	const thought = analysis.thought.value;
	const info = thought?.infos.at(-1);
	if (thought && info && thought.position === store.position.value && here !== null)
		known.current.set(store.at.value, chanceOf(thought.position.to_move === "X" ? info.score : -info.score));
	const chances: (number | null)[] = [0, ...main].map((node, i) =>
		review
			? i === 0
				? review.start_chance
				: (review.moves[i - 1]?.chance ?? null)
			: (known.current.get(node) ?? null),
	);
	const dots: Dot[] = review
		? review.moves.flatMap((move, i) =>
				MARKS[move.grade] ? [{ number: i + 1, chance: move.chance, mark: MARKS[move.grade] }] : [],
			)
		: [];
	const plot = useRef<uPlot | null>(null);
	const shown = useRef({ dots, here, go: (_: number) => {} });
	shown.current = { dots, here, go: (number) => store.go(number ? (main[number - 1] ?? 0) : 0) };
	const empty = chances.every((chance) => chance === null);
	const data = JSON.stringify(chances);

	useEffect(() => {
		let gone = false;
		let observer: ResizeObserver | null = null;
		void Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([{ default: UPlot }]) => {
			if (gone || !box.current) return;
			const element = box.current;
			plot.current = new UPlot(options(element, shown), [[], []], element);
			plot.current.setData(series(JSON.parse(data)));
			observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
			observer.observe(element);
		});
		return () => {
			gone = true;
			observer?.disconnect();
			plot.current?.destroy();
			plot.current = null;
		};
	}, [dark.value, empty]);
	useEffect(() => plot.current?.setData(series(chances)), [data]);
	useEffect(() => plot.current?.redraw(false), [here, dots.length]);

	const chance = here === null ? null : (chances[here] ?? null);
	const tipped = review && tippedAt(review, leaderOf(review));
	return (
		<section class="egw" aria-label={words.evaluation}>
			<div class="cap">
				<b>{words.evaluation}</b>
				{tipped && (
					<button type="button" class="quiet tipped" onClick={() => store.go(main[tipped - 1]!)}>
						{words.wasTurning(store.nameOf(main[tipped - 1]!))}
					</button>
				)}
				<span class={tipped ? "vh" : undefined}>
					{!!here && `${store.nameOf(main[here - 1]!)} · `}
					{chance !== null ? words.evaluationSaid(percent(chance)) : empty ? words.graphNone : ""}
				</span>
			</div>
			<div
				class="eg"
				ref={box}
				role="img"
				aria-label={words.graph(main.length)}
				data-slips={dots.map((dot) => `${dot.number}${dot.mark}`).join(" ")}
				style={{ height: `${HEIGHT}px` }}
			/>
			<span class="vh">{t.value.stones.black}</span>
		</section>
	);
}

/** One point for each move. */
const series = (chances: readonly (number | null)[]): uPlot.AlignedData => [
	chances.map((_, i) => i),
	chances.map((chance) => (chance === null ? null : 100 * chance)),
];

type Shown = { current: { dots: readonly Dot[]; here: number | null; go: (number: number) => void } };

function options(element: HTMLElement, shown: Shown): uPlot.Options {
	const style = getComputedStyle(element);
	const colour = (name: string) => style.getPropertyValue(name).trim();
	const [fill, line, ink, dot, now, paper] = ["--eg-b", "--accent", "--eg-t", "--gold-dot", "--hint", "--eg-w"].map(
		colour,
	);
	return {
		width: element.clientWidth,
		height: HEIGHT,
		padding: [6, 0, 0, 0],
		legend: { show: false },
		cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
		scales: { x: { time: false }, y: { range: [0, 100] } },
		axes: [{ show: false }, { show: false }],
		series: [{}, { stroke: line, width: 1.6, fill, spanGaps: true, points: { show: false } }],
		hooks: {
			ready: [
				(plot) => {
					plot.over.addEventListener("click", (event) => {
						// Use the click's own position: the cursor lags the mouse by a frame.
						shown.current.go(plot.posToIdx(event.offsetX));
					});
				},
			],
			draw: [
				(plot) => {
					const { ctx, bbox } = plot;
					const ratio = devicePixelRatio;
					const x = (number: number) => plot.valToPos(number, "x", true);
					const y = (percent: number) => plot.valToPos(percent, "y", true);
					ctx.save();
					ctx.setLineDash([3 * ratio, 3 * ratio]);
					ctx.strokeStyle = line!;
					ctx.globalAlpha = 0.45;
					ctx.beginPath();
					ctx.moveTo(bbox.left, y(50));
					ctx.lineTo(bbox.left + bbox.width, y(50));
					ctx.stroke();
					ctx.setLineDash([]);
					ctx.globalAlpha = 1;
					const { here, dots } = shown.current;
					if (here !== null) {
						ctx.strokeStyle = now!;
						ctx.lineWidth = 2 * ratio;
						ctx.beginPath();
						ctx.moveTo(x(here), bbox.top);
						ctx.lineTo(x(here), bbox.top + bbox.height);
						ctx.stroke();
					}
					ctx.font = `700 ${12 * ratio}px ${style.fontFamily}`;
					ctx.textAlign = "center";
					for (const { number, chance, mark } of dots) {
						// The last moves are marked inside the edge.
						const edge = 9 * ratio;
						const px = Math.min(bbox.left + bbox.width - edge, Math.max(bbox.left + edge, x(number)));
						const py = y(100 * chance);
						ctx.fillStyle = dot!;
						ctx.strokeStyle = "#fff";
						ctx.lineWidth = 1.4 * ratio;
						ctx.beginPath();
						ctx.arc(px, py, 4.4 * ratio, 0, 7);
						ctx.fill();
						ctx.stroke();
						// An outline keeps it legible on both backgrounds.
						const place = [px, chance > 0.7 ? py + 18 * ratio : py - 9 * ratio] as const;
						ctx.strokeStyle = paper!;
						ctx.lineWidth = 3 * ratio;
						ctx.strokeText(mark, ...place);
						ctx.fillStyle = ink!;
						ctx.fillText(mark, ...place);
					}
					ctx.restore();
				},
			],
		},
	};
}
