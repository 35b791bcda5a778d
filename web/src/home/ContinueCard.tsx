import { Thumb } from "../board/Swatch";
import { lineTitle } from "../games/titles";
import { t } from "../i18n";
import type { RoomSummary } from "../wire/messages";

/** Link to the last unfinished game. */
export function ContinueCard({ line }: { line: RoomSummary }) {
	const words = t.value;
	return (
		<a class="card" href={`/game/${line.room}`}>
			<Thumb rows={line.rows} colours={{ X: line.stones[0], O: line.stones[1] }} />
			<span>
				<b>{words.continueGame}</b>
				<small>
					{lineTitle(line)}, {words.moveCount(line.stones_played)}
				</small>
			</span>
		</a>
	);
}
