// The engine: switch, evaluation and lines.

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { type Cell, nameOf } from "../../../board/geometry";
import { StoneIcon } from "../../../board/Stones";
import { threatens, toggleThreats } from "../../../game/thinkingView";
import { t } from "../../../i18n";
import { reasonText } from "../../../i18n/catalogue";
import { count } from "../../../i18n/numbers";
import { studyWords } from "../../../i18n/study";
import { thinkingWords } from "../../../i18n/thinking";
import { Icon } from "../../../kit/Icon";
import { LateIcon } from "../../../kit/LateIcon";
import type { PositionEvaluation } from "../../../wire/messages";
import { walk } from "../../thinking/api";
import { LayersCard } from "../../thinking/LayersCard";
import { Chart } from "../../thinking/panel/DepthChart";
import { bigScore, scoreWords, shortScore, sideAt } from "../../thinking/score";
import { COLOURS, type Looked } from "../StudyBoard";
import type { StudyStore } from "../studyStore";
import { type Analysis, changeEngine, engineSettings, MAX_LINES } from "./liveAnalysis";
import { PowerChoice } from "./PowerChoice";

interface EngineProps {
	store: StudyStore;
	analysis: Analysis;
	/** The threats in the position shown. */
	sight: Signal<PositionEvaluation | null>;
	onLook: (looked: Looked | null) => void;
}

/** Moves of a line that are named. */
const FOLLOWING = 4;

export function EngineCard({ store, analysis, sight, onLook }: EngineProps) {
	const words = studyWords.value;
	const { on, lines } = engineSettings.value;
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
		if (hovered.current === moves) return;
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
	/** What is unfolded under the head. */
	const shown = useSignal<"numbers" | "layers" | null>(null);
	const fold = (name: "numbers" | "layers", icon: ComponentChildren, label: string) => (
		<button
			type="button"
			class="quiet small fold"
			aria-expanded={shown.value === name}
			onClick={() => {
				shown.value = shown.value === name ? null : name;
			}}
		>
			{icon}
			{label}
		</button>
	);
	const scores = info?.lines.map(({ score }) => score) ?? [];
	const [best, worst] = [Math.max(...scores), Math.min(...scores)];
	return (
		<section class="card engine" aria-label={words.analysis} data-live={thought?.state === "live"}>
			<h2 class="vh">{words.analysis}</h2>
			<div class="now">
				{info && on ? (
					<div class="score">
						<span class="n">{bigScore(info)}</span>
						<span class="w">{scoreWords(info, side, name)}</span>
					</div>
				) : (
					<p class="why" role="status">
						{state || "…"}
					</p>
				)}
				{fold("numbers", <Icon name="down" size={15} />, words.numbers)}
				{fold("layers", <LateIcon name="layers" size={15} />, words.onBoard)}
				<input
					type="checkbox"
					class="toggle"
					role="switch"
					aria-label={words.analysis}
					aria-checked={on}
					checked={on}
					onChange={() => changeEngine({ on: !on })}
				/>
			</div>
			{shown.value === "numbers" && (
				<div class="by-depth">
					<div class="row between count">
						<span class="lab">
							{info && on
								? `${words.depth(info.depth, info.selective_depth)} · ${words.positions(count(info.nodes))}`
								: ""}
						</span>
						<div class="row" role="group" aria-label={words.lines}>
							<button
								type="button"
								class="icon"
								aria-label={words.fewerLines}
								disabled={lines <= 1}
								onClick={() => changeEngine({ lines: lines - 1 })}
							>
								<span aria-hidden="true">−</span>
							</button>
							<span class="lab">{words.linesN(lines)}</span>
							<button
								type="button"
								class="icon"
								aria-label={words.moreLines}
								disabled={lines >= MAX_LINES}
								onClick={() => changeEngine({ lines: lines + 1 })}
							>
								<span aria-hidden="true">+</span>
							</button>
						</div>
					</div>
					<PowerChoice />
					{info && on && (
						<>
							<h3>{thinkingWords.value.byDepth}</h3>
							<div class="depths">
								<Chart infos={thought?.infos ?? []} name={(cell) => nameOf(cell, size)} />
							</div>
						</>
					)}
				</div>
			)}
			{shown.value === "layers" && (
				<div class="legend-of">
					<button type="button" class="chip" aria-pressed={threatens.value} onClick={toggleThreats}>
						{t.value.threats}
					</button>
					<LayersCard store={{ side: name, name: (cell) => nameOf(cell, size), sight }} />
				</div>
			)}
			{on && view?.can_think !== false && (
				// Keeps its height while the next position is searched, so that nothing below it moves.
				<div class="lines" style={{ "--lines": lines }}>
					{info && (
						<table class="cand">
							<colgroup>
								<col style={{ width: "26px" }} />
								<col style={{ width: "48px" }} />
								<col style={{ width: "64px" }} />
								<col class="h" />
								<col />
							</colgroup>
							<thead class="vh">
								<tr>
									<th scope="col">{words.rank}</th>
									<th scope="col">{words.move}</th>
									<th scope="col">{words.score}</th>
									<th aria-hidden="true" />
									<th scope="col">{words.follows}</th>
								</tr>
							</thead>
							<tbody onPointerLeave={hide}>
								{info.lines.map((line, i) => (
									<tr
										key={line.cell.join()}
										class={i === 0 ? "on" : undefined}
										// Not on entering: a row that the layout moves under a resting pointer was not pointed at.
										onPointerMove={() => show(line.pv)}
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
										<td class="h" aria-hidden="true">
											<Strength share={best === worst ? 1 : (line.score - worst) / (best - worst)} />
										</td>
										<td class="pv">
											<button
												type="button"
												onClick={() => {
													hide();
													void store.add(store.at.value, line.pv);
												}}
											>
												<span class="vh">{words.showLine(text(line.pv))}</span>
												{line.pv.slice(1, 1 + FOLLOWING).map((cell, k) => (
													<span key={cell.join()} aria-hidden="true">
														<StoneIcon
															stone={COLOURS[sideAt(store.position.value, k + 1)]}
															side={sideAt(store.position.value, k + 1)}
															size={16}
														/>
														{nameOf(cell, size)}
													</span>
												))}
											</button>
										</td>
									</tr>
								))}
							</tbody>
						</table>
					)}
				</div>
			)}
		</section>
	);
}

/** How good a line is among those shown. */
const Strength = ({ share }: { share: number }) => (
	<div class="hb">
		<i style={{ width: `${22 + 78 * share}%`, opacity: 0.37 + 0.63 * share }} />
	</div>
);
