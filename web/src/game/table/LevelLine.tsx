// The player's level after a game against the computer, in the card of its result.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Room } from "../room";

/** Empty, but as tall, until the words are loaded. `drawn`: with a bar of all levels. */
export function LevelLine({ room, drawn = false }: { room: Room; drawn?: boolean }) {
	const parts = useSignal<typeof import("../../newgame/LevelResult") | null>(null);
	const { level_result: result, seats } = room.state.value!;
	const computer = seats.find(({ holder }) => holder.type === "ai")?.holder;
	useEffect(() => {
		if (!result) return;
		void import("../../newgame/LevelResult").then(
			(found) => {
				parts.value = found;
			},
			() => {},
		);
	}, [!!result]);
	if (!result || computer?.type !== "ai") return null;
	return (
		<p class="level" role="status">
			{parts.value ? (
				<>
					<parts.value.LevelResult result={result} level={computer.level} matched={computer.matched} />
					{drawn && <parts.value.LevelBar result={result} />}
				</>
			) : (
				"\u00a0"
			)}
		</p>
	);
}
