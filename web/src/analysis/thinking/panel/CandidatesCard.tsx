// Candidate moves with their scores, and the switch for analysis.
import { key } from "../../../board/geometry";
import { thinkingWords } from "../../../i18n/thinking";
import { Switch } from "../../../kit/controls";
import { shortScore } from "../score";
import { analysisSettings, changeAnalysis, type ThinkingStore } from "../thinkingStore";

const LINE_COUNTS = [1, 2, 3, 4, 5, 6, 8, 10];
const MOVES_SHOWN = 4;

export function CandidatesCard({ store, chosen }: { store: ThinkingStore; chosen: { value: number } }) {
	const words = thinkingWords.value;
	const thought = store.candidates.value;
	const lines = store.lines.value;
	const best = lines[0]?.score ?? 0;
	const worst = lines.at(-1)?.score ?? 0;
	return (
		<section class="card candidates">
			<div class="row between">
				<h2>{words.candidates}</h2>
				{store.fair.value && (
					<select
						aria-label={words.lines}
						value={analysisSettings.value.lines}
						onChange={(event) => changeAnalysis({ lines: Number(event.currentTarget.value), analyse: true })}
					>
						{LINE_COUNTS.map((n) => (
							<option key={n} value={n}>
								{words.linesN(n)}
							</option>
						))}
					</select>
				)}
			</div>
			{store.fair.value && (
				<Switch
					label={words.analyse}
					on={store.analysing.value}
					onChange={() => changeAnalysis({ analyse: !store.analysing.value })}
				/>
			)}
			{lines.length > 0 && thought && (
				<table class="cand">
					<colgroup>
						<col class="r" />
						<col class="m" />
						<col class="s" />
						<col class="h" />
						<col />
					</colgroup>
					<thead class="vh">
						<tr>
							<th>{words.rank}</th>
							<th>{words.move}</th>
							<th>{words.score}</th>
							<th aria-hidden="true" />
							<th>{words.follows}</th>
						</tr>
					</thead>
					<tbody>
						{lines.map((line, i) => {
							const share = best === worst ? 1 : Math.max(0, (line.score - worst) / (best - worst));
							const select = () => {
								chosen.value = i;
								store.hide();
								store.show(thought, line.pv, Math.min(3, line.pv.length));
							};
							return (
								<tr
									key={key(line.cell)}
									class={i === Math.min(chosen.value, lines.length - 1) ? "on" : undefined}
									onClick={select}
								>
									<td class="r">{i + 1}</td>
									<td class="m">
										<button type="button" aria-pressed={i === chosen.value} onClick={select}>
											{store.name(line.cell)}
										</button>
									</td>
									<td class="s">{shortScore(line)}</td>
									<td class="h" aria-hidden="true">
										<div class="hb">
											<i style={{ width: `${22 + 78 * share}%`, opacity: 0.37 + 0.63 * share }} />
										</div>
									</td>
									<td class="pv">
										{line.pv
											.slice(1, 1 + MOVES_SHOWN)
											.map((cell) => store.name(cell))
											.join(" ")}
									</td>
								</tr>
							);
						})}
					</tbody>
				</table>
			)}
			{!store.analysing.value && store.fair.value && lines.length < 2 && (
				<p class="lab note">{lines.length ? words.oneLine : words.analyseText}</p>
			)}
		</section>
	);
}
