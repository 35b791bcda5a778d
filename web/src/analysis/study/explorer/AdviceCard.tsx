// Advice on an opening: the question of its rule after the stones shown, and the engine's answer.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { nameOf } from "../../../board/geometry";
import { Advice } from "../../../game/table/Advice";
import { say, t } from "../../../i18n";
import { adviceWords } from "../../../i18n/advice";
import { catalogue } from "../../../wire/catalogue";
import { ApiError } from "../../../wire/http";
import type { OpeningAdvice } from "../../../wire/messages";
import { askAdvice } from "../api";
import { COLOURS } from "../StudyBoard";
import type { StudyStore } from "../studyStore";

/** The chosen opening rule: remembered while the page is open. */
const rule = signal("swap2");

export function AdviceCard({ store }: { store: StudyStore }) {
	const words = adviceWords.value;
	const found = useSignal<OpeningAdvice | null>(null);
	const failed = useSignal("");
	const cells = store.cells.value;
	const start = store.start.value;
	const id = useId();
	useEffect(() => {
		found.value = null;
		failed.value = "";
		const ended = new AbortController();
		askAdvice(start, cells, rule.value, ended.signal).then(
			(advice) => {
				found.value = advice;
			},
			(error) => {
				if (ended.signal.aborted) return;
				const asksNothing = error instanceof ApiError && error.reason === "bad_options";
				failed.value = asksNothing ? adviceWords.value.none : adviceWords.value.failed;
			},
		);
		return () => ended.abort();
	}, [rule.value, cells, start]);
	const size = store.size.value;
	const openings = catalogue.value?.openings ?? [];
	return (
		<section class="card advice-card" aria-label={words.title}>
			<div class="row between">
				<label for={id}>{words.rule}</label>
				<select
					id={id}
					value={rule.value}
					onChange={(event) => {
						rule.value = event.currentTarget.value;
					}}
				>
					{openings.map(({ name, title }) => (
						<option key={name} value={name}>
							{say(title)}
						</option>
					))}
				</select>
			</div>
			{found.value ? (
				<Advice
					advice={found.value}
					named={{ side: (side) => t.value.stones[COLOURS[side]], cell: (cell) => nameOf(cell, size) }}
					onStone={(cell) => void store.play(cell)}
				/>
			) : (
				<p class="why" role="status">
					{failed.value || words.wait}
				</p>
			)}
		</section>
	);
}
