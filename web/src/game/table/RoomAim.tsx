// The card that places a stone, in a room.

import type { Cell } from "../../board/geometry";
import { AimCard } from "../../board/input/AimCard";
import { reasonText } from "../../i18n/catalogue";
import type { Offering } from "../offering";
import type { Room } from "../room";
import { clicked } from "./GameBoard";

interface RoomAimProps {
	room: Room;
	offering: Offering;
	aim: { value: Cell | null };
}

export function RoomAim({ room, offering, aim }: RoomAimProps) {
	const state = room.state.value!;
	const { breaks, takes } = state;
	const forbidden = state.forbidden.map(({ cell, reason }) => ({ cell, why: reasonText(reason) }));
	return (
		<AimCard
			size={state}
			aim={aim}
			colours={room.colours.value}
			side={room.side.value}
			marks={{ forbidden, breaks, takes }}
			taken={([x, y]) => state.rows[y]?.[x] !== "."}
			onPlay={(there) => {
				aim.value = null;
				clicked(room, offering, there);
			}}
		/>
	);
}
