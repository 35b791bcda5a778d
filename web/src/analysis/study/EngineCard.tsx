// The engine: switch, evaluation and lines.

import { useRef } from "preact/hooks";
import { type Cell, nameOf } from "../../board/geometry";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import { count } from "../../i18n/numbers";
import { studyWords } from "../../i18n/study";
import { thinkingWords } from "../../i18n/thinking";
import { Switch } from "../../kit/controls";
import { walk } from "../thinking/api";
import { Chart } from "../thinking/DepthChart";
import { bigScore, scoreWords, shortScore } from "../thinking/score";
import { type Analysis, MAX_LINES, want, wish } from "./liveAnalysis";
import { COLOURS, type Looked } from "./StudyBoard";
import type { StudyStore } from "./studyStore";

interface EngineProps {
	store: StudyStore;
	analysis: Analysis;
	onLook: (looked: Looked | null) => void;
}

export function EngineCard({ store, analysis, onLook }: EngineProps) {
	const words = studyWords.value;
	const { on, lines } = wish.value;
	const thought = analysis.thought.value;
	const info = thought?.infos.at(-1);
	const view = store.view.value;
	const size = store.size.value;
	const side = store.spot.value.side;
	const name = (of: "X" | "O") => t.value.stones[COLOURS[of]];
	const state = !on
		? words.engineOff
		: view && !view.to_move
			? words.engineOver
			: view && !view.can_think
				? words.engineLarge
				: thought?.state === "failed"
					? thought.refused
						? reasonText(thought.refused)
						: words.engineFailed
					: thought?.state === "waiting"
						? words.engineWait
						: "";
	const text = (moves: readonly Cell[]) => moves.map((cell) => nameOf(cell, size)).join(" ");
	/** The line under the pointer; answers that arrive after it has left are dropped. */
	const hovered = useRef<readonly Cell[] | null>(null);
	const show = (moves: readonly Cell[]) => {
		hovered.current = moves;
		onLook({ moves, steps: [] });
		void walk(store.position.value, moves).then(
			(steps) => {
				if (hovered.current === moves) onLook({ moves, steps });
			},
			() => {},
		);
	};
	const hide = () => {
		hovered.current = null;
		onLook(null);
	};
	return (
		<section class="card engine" aria-label={words.analysis} data-live={thought?.state === "live"}>
			<Switch label={words.analysis} on={on} onChange={() => want({ on: !on })} />
			{info && on ? (
				<>
					<div class="score">
						<span class="n">{bigScore(info)}</span>
						<span class="w">{scoreWords(info, side, name)}</span>
					</div>
					<p class="lab">
						{words.depth(info.depth, info.selective_depth)} · {words.positions(count(info.nodes))}
					</p>
				</>
			) : (
				<p class="why" role="status">
					{state || "…"}
				</p>
			)}
			<div class="row between count">
				<span class="lab">{words.linesN(lines)}</span>
				<div class="row" role="group" aria-label={words.lines}>
					<button
						type="button"
						class="icon"
						aria-label={words.fewerLines}
						disabled={lines <= 1}
						onClick={() => want({ lines: lines - 1 })}
					>
						<span aria-hidden="true">−</span>
					</button>
					<button
						type="button"
						class="icon"
						aria-label={words.moreLines}
						disabled={lines >= MAX_LINES}
						onClick={() => want({ lines: lines + 1 })}
					>
						<span aria-hidden="true">+</span>
					</button>
				</div>
			</div>
			{info && on && (
				<details class="by-depth">
					<summary>{thinkingWords.value.byDepth}</summary>
					<div class="depths">
						<Chart infos={thought?.infos ?? []} name={(cell) => nameOf(cell, size)} />
					</div>
				</details>
			)}
			{info && on && (
				<table class="cand">
					<colgroup>
						<col style={{ width: "26px" }} />
						<col style={{ width: "48px" }} />
						<col style={{ width: "64px" }} />
						<col />
					</colgroup>
					<thead class="vh">
						<tr>
							<th scope="col">{words.rank}</th>
							<th scope="col">{words.move}</th>
							<th scope="col">{words.score}</th>
							<th scope="col">{words.follows}</th>
						</tr>
					</thead>
					<tbody>
						{info.lines.map((line, i) => (
							<tr
								key={line.cell.join()}
								class={i === 0 ? "on" : undefined}
								onPointerEnter={() => show(line.pv)}
								onPointerLeave={hide}
								onFocusIn={() => show(line.pv)}
								onFocusOut={hide}
							>
								<td class="r">{i + 1}</td>
								<td class="m">
									<button
										type="button"
										aria-label={words.playLine(nameOf(line.cell, size))}
										onClick={() => {
											hide();
											void store.play(line.cell);
										}}
									>
										{nameOf(line.cell, size)}
									</button>
								</td>
								<td class="s">{shortScore(line)}</td>
								<td class="pv">
									<button
										type="button"
										aria-label={words.showLine(text(line.pv))}
										onClick={() => {
											hide();
											void store.add(store.at.value, line.pv);
										}}
									>
										{text(line.pv.slice(1, 6))}
									</button>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
		</section>
	);
}
