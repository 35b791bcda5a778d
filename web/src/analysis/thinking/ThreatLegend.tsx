// The signs of threats, explained beside a game that shows them.
import { KINDS, Sign } from "../../board/ThreatIcons";
import { stoneName } from "../../game/names";
import type { Room } from "../../game/room";
import { thinkingWords } from "../../i18n/thinking";

export function ThreatLegend({ room }: { room: Room }) {
	const words = thinkingWords.value;
	const state = room.state.value!;
	return (
		<div class="threat-legend">
			<span class="lab">{words.solidHollow(stoneName(state, "X"), stoneName(state, "O"))}</span>
			<ul>
				{KINDS.map((kind) => (
					<li key={kind}>
						<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
							<Sign kind={kind} />
						</svg>
						{words[kind]}
					</li>
				))}
			</ul>
		</div>
	);
}
