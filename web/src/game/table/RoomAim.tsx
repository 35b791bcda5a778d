// What a stone at the cell aimed at would do in a room, and the card that places it.
import { AimCard } from "../../board/AimCard";
import { type Cell, other, same } from "../../board/geometry";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import { takesText } from "../captures";
import type { Offering } from "../offering";
import type { Room } from "../room";
import { clicked } from "./GameBoard";

interface RoomAimProps {
	room: Room;
	offering: Offering;
	aim: { value: Cell | null };
}

export function RoomAim({ room, offering, aim }: RoomAimProps) {
	const words = t.value;
	const state = room.state.value!;
	const side = room.side.value;
	const cell = aim.value;
	if (!side || !cell) return null;
	const closed = state.forbidden.find((shut) => same(shut.cell, cell));
	const free = state.rows[cell[1]]?.[cell[0]] === ".";
	const taken = state.takes.find((take) => same(take.cell, cell))?.captured ?? [];
	const says = [
		closed && reasonText(closed.reason),
		!free && words.aimTaken,
		state.breaks.some((b) => same(b, cell)) && words.aimBreaks,
		taken.length === 2 && words.aimTakes(taken.map((stone) => room.name(stone))),
		taken.length > 2 && takesText(state, taken.length),
	].find((text) => typeof text === "string");
	return (
		<AimCard
			size={state}
			aim={aim}
			colours={room.colours.value}
			side={side}
			says={says}
			takes={taken.map(() => ({ side: other(side) }))}
			closed={!!closed || !free}
			onPlay={(there) => {
				aim.value = null;
				clicked(room, offering, there);
			}}
		/>
	);
}
