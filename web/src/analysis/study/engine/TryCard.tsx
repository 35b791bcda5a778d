// Try a point, while this is shown: what a stone there does, how it is answered, and how it compares with the best move.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type Cell, nameOf } from "../../../board/geometry";
import { probe } from "../../../game/thinkingView";
import { t } from "../../../i18n";
import { errorText } from "../../../i18n/catalogue";
import { thinkingWords } from "../../../i18n/thinking";
import type { Refutation } from "../../../wire/messages";
import { refute } from "../../thinking/api";
import { inSight } from "../../thinking/panel/WhyCard";
import { triedText } from "../../thinking/tried";
import { COLOURS } from "../StudyBoard";
import type { StudyStore } from "../studyStore";
import type { Analysis } from "./liveAnalysis";

export function TryCard({ store, analysis }: { store: StudyStore; analysis: Analysis }) {
	const words = thinkingWords.value;
	const asked = useSignal<Cell | null>(null);
	const answer = useSignal<Refutation | null>(null);
	const failed = useSignal("");
	const position = store.position.value;
	// A question belongs to one position. Before the next click: until then it would play a move.
	useLayoutEffect(() => {
		asked.value = null;
		answer.value = null;
		failed.value = "";
		probe.value = ask;
		return () => {
			probe.value = null;
		};
	}, [position]);
	const ask = (cell: Cell) => {
		asked.value = cell;
		answer.value = null;
		failed.value = "";
		refute(position, cell).then(
			(found) => {
				if (asked.value === cell) answer.value = found;
			},
			(error) => {
				if (asked.value === cell) failed.value = errorText(error);
			},
		);
	};
	const card = useRef<HTMLElement>(null);
	useEffect(() => {
		inSight(asked.value ? card.current : document.querySelector(".analyse .mid"));
	}, [asked.value]);
	const size = store.size.value;
	const best = analysis.thought.value?.infos.at(-1)?.lines[0] ?? null;
	const named = { cell: (cell: Cell) => nameOf(cell, size), side: (side: "X" | "O") => t.value.stones[COLOURS[side]] };
	return (
		<section class="card try" aria-live="polite" ref={card}>
			{asked.value ? (
				<p class="why tried" data-tried={nameOf(asked.value, size)}>
					{failed.value || (answer.value ? triedText(answer.value, best, named) : words.trying)}
				</p>
			) : (
				<p class="why">{words.tryNow}</p>
			)}
		</section>
	);
}
