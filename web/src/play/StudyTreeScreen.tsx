// The search tree of a position in a study.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { fromStudy, spotAt } from "../analysis/study/moveTree";
import { COLOURS } from "../analysis/study/StudyBoard";
import { TreeView } from "../analysis/tree/TreeScreen";
import { TreeStore } from "../analysis/tree/treeStore";
import { nameOf } from "../board/geometry";
import { go } from "../browser/router";
import { t } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { thinkingWords } from "../i18n/thinking";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import type { Position } from "../wire/messages";
import { loadStudy } from "../wire/studies";

/** Time of the search. */
const SEARCH_MS = 1_000;

/** `node`: the position, by its number in the study. */
export function StudyTreeScreen({ id, node }: { id: string; node: number }) {
	const position = useSignal<Position | null>(null);
	const problem = useSignal("");
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
		loadStudy(id).then(
			({ draft: { study } }) => {
				const moves = fromStudy(study);
				const { rows, side, taken } = spotAt(study.start, moves, Math.min(node, moves.length - 1));
				position.value = { rules: study.start.rules, rows, to_move: side, taken };
			},
			(error) => {
				problem.value = errorText(error);
			},
		);
	}, [id, node]);
	const here = position.value;
	const tree = useMemo(() => here && new TreeStore(here), [here]);
	useEffect(() => {
		if (!tree) return;
		void tree.fetch(SEARCH_MS);
		return () => tree.close();
	}, [tree]);
	const size = here && { width: here.rows[0]!.length, height: here.rows.length };
	return (
		<TreeView
			tree={tree}
			naming={
				size && { name: (cell) => nameOf(cell, size), side: (side) => t.value.stones[COLOURS[side]], colours: COLOURS }
			}
			wait={problem.value || (here ? thinkingWords.value.treeWait : t.value.loading)}
			onBack={() => go(`/study/${id}`)}
		/>
	);
}
