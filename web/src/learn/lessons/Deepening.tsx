// Lesson: iterative deepening and the transposition table, depth by depth.

import { shortScore } from "../../analysis/thinking/score";
import { nameOf } from "../../board/geometry";
import { t } from "../../i18n";
import { lessonWords } from "../../i18n/lessons";
import { count, decimals } from "../../i18n/numbers";
import type { Lesson, ThinkingInfo } from "../../wire/messages";
import { useSteps } from "./lessonParts";

function Depths({ lesson, infos, most }: { lesson: Lesson; infos: readonly ThinkingInfo[]; most: number }) {
	const words = lessonWords.value;
	return (
		<table class="numbers depths">
			<thead>
				<tr>
					{[words.depth, words.best, words.score, words.nodes, words.time].map((name) => (
						<th scope="col" key={name}>
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{infos.map((info) => (
					<tr key={info.depth}>
						<th scope="row">{info.depth}</th>
						<td>{info.lines[0] ? nameOf(info.lines[0].cell, lesson.view) : "–"}</td>
						<td>{shortScore(info)}</td>
						<td class="bars">
							<i style={{ width: `${Math.min(45, Math.max(1, (45 * info.nodes) / most))}%` }} aria-hidden="true" />
							{count(info.nodes)}
						</td>
						<td>{t.value.seconds(decimals(info.ms / 1000))}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

export function Deepening({ lesson }: { lesson: Lesson }) {
	const { step, controls } = useSteps(lesson.history.length);
	const most = lesson.history.at(-1)?.nodes ?? 1;
	return (
		<>
			{controls}
			<Depths lesson={lesson} infos={lesson.history.slice(0, step)} most={most} />
		</>
	);
}

export function TableFigure({ lesson }: { lesson: Lesson }) {
	const words = lessonWords.value;
	const [first, second] = [lesson.history.at(-1)?.nodes ?? 1, lesson.again.at(-1)?.nodes ?? 0];
	return (
		<>
			<div class="twice">
				<div>
					<h3>{words.first}</h3>
					<Depths lesson={lesson} infos={lesson.history} most={first} />
				</div>
				<div>
					<h3>{words.second}</h3>
					<Depths lesson={lesson} infos={lesson.again} most={first} />
				</div>
			</div>
			<p class="why">
				<b>{words.less(Math.round(100 - (100 * second) / first))}</b> {words.lookups(count(lesson.lookups))}
			</p>
		</>
	);
}
