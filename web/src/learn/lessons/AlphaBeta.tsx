// Lesson: alpha-beta, on the recorded search of a small position, node by node.

import { isDecided } from "../../analysis/thinking/score";
import { MiniBoard } from "../../board/MiniBoard";
import { lessonWords } from "../../i18n/lessons";
import { points } from "../../i18n/numbers";
import type { Lesson } from "../../wire/messages";
import { useSteps } from "./lessonParts";
import { lineTo, TreeFigure } from "./TreeFigure";

const bound = (value: number): string => (isDecided(value) ? (value > 0 ? "+∞" : "−∞") : points(value));

export function AlphaBeta({ lesson }: { lesson: Lesson }) {
	const words = lessonWords.value;
	const nodes = lesson.tree;
	const size = lesson.view;
	const { step, controls } = useSteps(nodes.length);
	const now = step ? step - 1 : null;
	// The last descendant of each node: once it is visited, the node's value is known.
	const ends = nodes.map((_, i) => i);
	for (let i = nodes.length - 1; i > 0; i--) ends[nodes[i]!.parent] = Math.max(ends[nodes[i]!.parent]!, ends[i]!);
	const text = () => {
		if (now === null) return "";
		if (now === 0) return words.alphabetaNow.root;
		const node = nodes[now]!;
		const line = lineTo(nodes, now, size);
		const said = words.alphabetaNow;
		if (node.why === "cut") return said.cut(line, node.unsearched);
		if (node.why === "searched") return said.searched(line);
		if (node.why === "leaf") return said.leaf(line, bound(node.value));
		if (node.why === "table") return said.table(line, bound(node.value));
		return node.why === "forced" ? said.forced(line) : said.other(line, bound(node.value));
	};
	const cuts = nodes.filter((node) => node.why === "cut");
	const current = now === null ? null : nodes[now]!;
	return (
		<>
			<div class="with-board">
				<MiniBoard label={words.names[1]!} rows={lesson.position.rows} />
				<p class="now" role="status">
					{text()}
					{current && (
						<span class="lab">
							{words.windowText}: {words.window(bound(current.alpha), bound(current.beta))}
						</span>
					)}
				</p>
			</div>
			<TreeFigure
				nodes={nodes}
				size={size}
				first={lesson.position.to_move}
				label={words.names[1]!}
				gap={26}
				seen={(number) => number < step}
				judged={(number) => ends[number]! < step}
				now={now}
			/>
			{controls}
			{step === nodes.length && (
				<p class="why">
					{words.alphabetaSum(
						nodes.length,
						cuts.length,
						cuts.reduce((sum, node) => sum + node.unsearched, 0),
					)}
				</p>
			)}
		</>
	);
}
