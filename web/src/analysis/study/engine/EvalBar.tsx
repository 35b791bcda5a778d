// Who is ahead, beside the board: Black's share from below. On a phone it lies under the board, Black's share from the left.
import { studyWords } from "../../../i18n/study";
import { percent } from "../review/reviewStore";

/** Null: not known. */
export function EvalBar({ chance }: { chance: number | null }) {
	const words = studyWords.value;
	return (
		<div
			class="ev"
			role="img"
			aria-label={chance === null ? words.graphNone : words.evaluationSaid(percent(chance))}
			style={{ "--black": `${percent(chance ?? 0.5)}%` }}
		/>
	);
}
