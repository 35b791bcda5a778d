// The result of the game that was last played in a room, after a player has left.
import { calledOffText, endText } from "../game/names";
import type { Room } from "../game/room";
import { t } from "../i18n";
import { roomWords } from "../i18n/rooms";
import { Icon } from "../kit/Icon";
import { changeText, eloText } from "../people/ratingText";
import type { Holder, LastGame } from "../wire/messages";
import { connection } from "../wire/socket";

const nameOf = (holder: Holder): string =>
	holder.type === "person" ? holder.name || roomWords.value.someone : t.value.computer;

const isMe = (holder: Holder): boolean => holder.type === "person" && holder.visitor === connection.me.value;

/** "You win", "Ann wins", "A draw" or "The game was called off". */
function headOf({ holders, outcome }: LastGame): string {
	if (outcome.by === "cancelled") return calledOffText();
	if (!outcome.player) return t.value.drawn;
	const winner = holders[outcome.player === "P1" ? 0 : 1];
	return isMe(winner) ? t.value.youWon : t.value.won(nameOf(winner));
}

export function LastGameCard({ room }: { room: Room }) {
	const words = roomWords.value;
	const last = room.state.value?.last_game;
	if (!last) return null;
	const { holders, elos, changes, uncounted } = last;
	return (
		<section class="card last-game" aria-label={words.lastGame} role="status">
			<div class="grow">
				<b>{headOf(last)}</b> {last.outcome.by !== "cancelled" && endText(room.state.value!, last.outcome)}
				{last.rated && (
					<p class="ratings">
						{changes
							? holders.map((holder, i) => (
									<span key={i}>
										{nameOf(holder)} {elos[i] && eloText(elos[i])}{" "}
										<b class={changes[i]! < 0 ? "down" : "up"}>{changeText(changes[i]!)}</b>
									</span>
								))
							: uncounted
								? words.uncounted[uncounted]
								: words.notCounted}
					</p>
				)}
			</div>
			{last.room && (
				<a class="btn" href={`/analyse/${last.room}`}>
					<Icon name="tree" size={19} />
					{t.value.analyse}
				</a>
			)}
		</section>
	);
}
