// Touch input: the cell aimed at, arrows to adjust it, and the button that places the stone.
import { type Cell, inside, same } from "../../board/geometry";
import { StoneIcon } from "../../board/Stones";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/catalogue";
import { Icon, type IconName } from "../../kit/Icon";
import { takesText } from "../captures";
import type { Room } from "../room";

interface AimCardProps {
	room: Room;
	aim: { value: Cell | null };
	onPlay: (cell: Cell) => void;
}

export function AimCard({ room, aim, onPlay }: AimCardProps) {
	const words = t.value;
	const state = room.state.value!;
	const side = room.side.value;
	const cell = aim.value;
	if (!side || !cell) return null;
	const nudge = (by: Cell) => {
		const there: Cell = [cell[0] + by[0], cell[1] + by[1]];
		if (inside({ ...state, margin: 0 }, there)) aim.value = there;
	};
	const arrow = (name: keyof typeof words.nudge, icon: IconName, by: Cell) => (
		<button type="button" class={name} aria-label={words.nudge[name]} onClick={() => nudge(by)}>
			<Icon name={icon} size={17} />
		</button>
	);
	const closed = state.forbidden.find((shut) => same(shut.cell, cell));
	const free = state.rows[cell[1]]?.[cell[0]] === ".";
	const taken = state.takes.find((take) => same(take.cell, cell))?.captured.length ?? 0;
	const says = [
		closed && reasonText(closed.reason),
		!free && words.aimTaken,
		state.breaks.some((b) => same(b, cell)) && words.aimBreaks,
		taken > 0 && takesText(state, taken),
	].find(Boolean);
	return (
		<section class="card aimcard" aria-label={words.aimCard}>
			<div class="pad">
				{arrow("up", "up", [0, -1])}
				{arrow("left", "left", [-1, 0])}
				<span class="c">
					<StoneIcon stone={room.colours.value[side]} side={side} size={22} />
				</span>
				{arrow("right", "right", [1, 0])}
				{arrow("down", "below", [0, 1])}
			</div>
			<div class="t">
				<b>{room.name(cell)}</b> {says || words.aimFree}
			</div>
			<button type="button" class="primary" disabled={!!closed || !free} onClick={() => onPlay(cell)}>
				{words.place}
			</button>
		</section>
	);
}
