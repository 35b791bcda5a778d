// Practise all: the mistakes of every reviewed game as exercises, game by game.
import { useEffect, useMemo } from "preact/hooks";
import { coachWords } from "../../../i18n/coach";
import { puzzleWords } from "../../../i18n/puzzles";
import { studyWords } from "../../../i18n/study";
import { foundText, MistakesScreen } from "./MistakesScreen";
import { Practice } from "./practice";

export function PracticeScreen() {
	const practice = useMemo(() => new Practice(), []);
	useEffect(() => void practice.next(), [practice]);
	const game = practice.game.value;
	if (game)
		return (
			<MistakesScreen
				key={game.room}
				room={game.room}
				side={game.side || undefined}
				onEnd={(results) => void practice.next(results)}
			/>
		);
	const results = practice.results.value;
	const [done, failed] = [game === null, practice.failed.value];
	return (
		<main class="page" id="content" tabIndex={-1} aria-busy={!done && !failed}>
			<div class="empty" role="status">
				<b>{puzzleWords.value.own}</b>
				{failed
					? studyWords.value.reviewFailed
					: done && (results.length ? foundText(results) : coachWords.value.noMistakes)}
				<a class="btn primary" href="/puzzles">
					{puzzleWords.value.all}
				</a>
			</div>
		</main>
	);
}
