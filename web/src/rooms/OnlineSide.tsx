// Left column of an online game: connection, spectators, facts, chat.

import type { Room } from "../game/room";
import { EngineTimer } from "../game/table/EngineTimer";
import { FactsCard } from "../game/table/FactsCard";
import { t } from "../i18n";
import { openingTitle, rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { profileWords } from "../i18n/profile";
import { roomWords } from "../i18n/rooms";
import { scoreText } from "../people/score";
import { connection } from "../wire/socket";
import { Chat } from "./chat/Chat";
import { Watchers } from "./chat/Watchers";

export function OnlineSide({ room }: { room: Room }) {
	const state = room.state.value!;
	const words = roomWords.value;
	const on = connection.state.value === "open";
	const facts: [string, string][] = [
		...(state.title ? [[words.room, state.title] as [string, string]] : []),
		[t.value.rules, rulesTitle(state.options.rules)],
		[t.value.opening, openingTitle(state.options.opening)],
		[t.value.clock, clockWords(state.options.clock)],
	];
	const score = scoreText(state);
	if (score) facts.push([profileWords.value.score, score]);
	if (state.options.rated) facts.push([words.rated, words.yes]);
	if (state.options.delay) facts.push([words.spectators, words.late(state.options.delay / 1000)]);
	return (
		<>
			<div class="conn">
				<i class={on ? undefined : "off"} />
				{on ? words.connected : words.connecting}
				<Watchers count={room.spectators.value} />
			</div>
			{state.seats.some(({ holder }) => holder.type === "ai") && <EngineTimer room={room} />}
			<FactsCard facts={facts} />
			<Chat room={room} />
		</>
	);
}
