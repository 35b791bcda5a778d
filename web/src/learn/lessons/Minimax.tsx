// Lesson: minimax. Leaves are evaluated; the opponent picks our worst, we pick the best of those.
import { useMemo } from "preact/hooks";
import { nameOf, other } from "../../board/geometry";
import { t } from "../../i18n";
import { lessonWords } from "../../i18n/lessons";
import { points } from "../../i18n/numbers";
import type { Lesson } from "../../wire/messages";
import { useSteps } from "./lessonParts";
import { lineTo, TreeFigure } from "./TreeFigure";

const stone = (side: "X" | "O") => t.value.stones[side === "X" ? "black" : "white"];

export function Minimax({ lesson }: { lesson: Lesson }) {
	const words = lessonWords.value;
	const nodes = lesson.full;
	const size = lesson.view;
	const side = lesson.position.to_move;
	// From the leaves up: a node is evaluated after all its children.
	const order = useMemo(() => {
		const judged: number[] = [];
		const visit = (at: number): void => {
			nodes.forEach((node, i) => {
				if (node.parent === at) visit(i);
			});
			judged.push(at);
		};
		visit(0);
		return judged;
	}, [nodes]);
	const { step, controls } = useSteps(order.length);
	const done = new Set(order.slice(0, step));
	const now = step ? order[step - 1]! : null;
	const best = useMemo(() => {
		const chosen = new Set([0]);
		let at = 0;
		for (;;) {
			const next = nodes.findIndex((node) => node.parent === at && node.value === nodes[0]!.value);
			if (next < 0) return chosen;
			chosen.add(next);
			at = next;
		}
	}, [nodes]);
	const text = () => {
		if (now === null) return words.minimax[0]!;
		const node = nodes[now]!;
		if (now === 0) {
			const move = nodes.find((one) => one.parent === 0 && one.value === node.value)!;
			return words.minimaxNow.max(stone(side), nameOf(move.move!, size), points(node.value));
		}
		return node.parent === 0
			? words.minimaxNow.min(stone(other(side)), nameOf(node.move!, size), points(node.value))
			: words.minimaxNow.leaf(lineTo(nodes, now, size), points(node.value));
	};
	return (
		<>
			<TreeFigure
				nodes={nodes}
				size={size}
				first={side}
				label={words.names[0]!}
				gap={74}
				seen={() => true}
				judged={(number) => done.has(number)}
				now={now}
				best={done.has(0) ? best : undefined}
			/>
			{controls}
			<p class="now" role="status">
				{text()}
			</p>
		</>
	);
}
