// The engine's model of its opponent, and how it changed the last move.

import { thinkingWords } from "../../../i18n/thinking";
import type { ThinkingStore } from "../thinkingStore";

export function BeliefCard({ store }: { store: ThinkingStore }) {
	const belief = store.room.belief.value;
	if (!belief || store.room.over.value) return null;
	const words = thinkingWords.value;
	const played = store.room.actions.value[belief.ply]?.cell;
	return (
		<section class="card believes" data-weakness={belief.weakness ?? ""} aria-live="polite">
			<h2>{words.believes}</h2>
			<p>{belief.weakness ? words.overlooks[belief.weakness] : words.overlooksNothing}</p>
			<p class="why">
				{words.mistakesSeen(belief.mistakes.length, belief.moves)}
				{belief.offered > 0 && ` ${words.capturesTaken(belief.taken, belief.offered)}`}
			</p>
			{belief.instead_of && played && (
				<p class="why">{words.chose(store.name(played), store.name(belief.instead_of), belief.given_up)}</p>
			)}
		</section>
	);
}
