// Touch input, docked at the bottom: the cell aimed at, what a stone there does, arrows to adjust it, and the button that
// places the stone.
import "./aimCard.css";
import { t } from "../../i18n";
import { Icon, type IconName } from "../../kit/Icon";
import { type Cell, cellAt, drawnAt, gridOf, inside, nameOf, other, type Side, same } from "../geometry";
import type { Marks } from "../Marks";
import { type Colours, StoneIcon } from "../Stones";
import { type Turn, UPRIGHT } from "../turn";

interface AimCardProps {
	size: { readonly width: number; readonly height: number };
	/** How the board lies; upright if nothing is said. */
	turn?: Turn;
	aim: { value: Cell | null };
	colours: Colours;
	/** The side whose stone is placed. */
	side: Side | null;
	/** What is known of the cells: what a stone there takes or breaks, and where none may be placed. */
	marks: Pick<Marks, "forbidden" | "breaks" | "takes">;
	/** Whether there is a stone at a cell. */
	taken: (cell: Cell) => boolean;
	onPlay: (cell: Cell) => void;
}

export function AimCard({ size, turn = UPRIGHT, aim, colours, side, marks, taken, onPlay }: AimCardProps) {
	const words = t.value;
	const cell = aim.value;
	if (!side || !cell) return null;
	const closed = marks.forbidden?.find((shut) => same(shut.cell, cell));
	const occupied = taken(cell);
	const takes = marks.takes?.find((take) => same(take.cell, cell))?.captured ?? [];
	const says = [
		closed?.why,
		occupied ? words.aimTaken : undefined,
		marks.breaks?.some((there) => same(there, cell)) ? words.aimBreaks : undefined,
		takes.length > 2 ? words.takesStones(takes.length) : undefined,
		takes.length ? words.aimTakes(takes.map((stone) => nameOf(stone, size))) : undefined,
	].find((text) => text !== undefined);
	const shown = takes.length ? other(side) : side;
	const arrow = (name: keyof typeof words.nudge, icon: IconName, [x, y]: Cell) => (
		<button
			type="button"
			aria-label={words.nudge[name]}
			onClick={() => {
				const grid = gridOf(size, false, false, turn);
				const here = drawnAt(grid, cell);
				const there: Cell = [here[0] + x, here[1] + y];
				if (inside(grid, there)) aim.value = cellAt(grid, there);
			}}
		>
			<Icon name={icon} size={19} />
		</button>
	);
	return (
		<section class="card aimcard" aria-label={words.aimCard}>
			<div class="t">
				<span class="stones">
					{(takes.length ? takes.slice(0, 4) : [cell]).map((stone) => (
						<StoneIcon key={stone.join()} stone={colours[shown]} side={shown} size={24} />
					))}
				</span>
				<span>
					<b>{nameOf(cell, size)}</b> {says ?? <small>{words.aimAgain}</small>}
				</span>
			</div>
			<button
				type="button"
				class="quiet icon x"
				aria-label={words.cancel}
				onClick={() => {
					aim.value = null;
				}}
			>
				<Icon name="close" size={22} />
			</button>
			<div class="pad">
				{arrow("left", "left", [-1, 0])}
				{arrow("up", "up", [0, -1])}
				{arrow("down", "below", [0, 1])}
				{arrow("right", "right", [1, 0])}
			</div>
			<button type="button" class="primary" disabled={!!closed || occupied} onClick={() => onPlay(cell)}>
				{words.place}
			</button>
		</section>
	);
}
