// Touch input, docked at the bottom: the cell aimed at, what a stone there does, arrows to adjust it, and the button that
// places the stone.
import "./aimCard.css";
import { t } from "../i18n";
import { Icon, type IconName } from "../kit/Icon";
import { type Cell, inside, nameOf, type Side } from "./geometry";
import { type Colours, StoneIcon } from "./Stones";

interface AimCardProps {
	size: { readonly width: number; readonly height: number };
	aim: { value: Cell | null };
	colours: Colours;
	/** The side whose stone is placed. */
	side: Side | null;
	/** What a stone there does, as the end of a sentence. */
	says?: string | undefined;
	/** Stones that it takes, to be shown in its place. */
	takes?: readonly { readonly side: Side }[];
	/** Whether no stone may be placed there. */
	closed: boolean;
	onPlay: (cell: Cell) => void;
}

export function AimCard({ size, aim, colours, side, says, takes = [], closed, onPlay }: AimCardProps) {
	const words = t.value;
	const cell = aim.value;
	if (!side || !cell) return null;
	const arrow = (name: keyof typeof words.nudge, icon: IconName, [x, y]: Cell) => (
		<button
			type="button"
			aria-label={words.nudge[name]}
			onClick={() => {
				const there: Cell = [cell[0] + x, cell[1] + y];
				if (inside({ ...size, margin: 0 }, there)) aim.value = there;
			}}
		>
			<Icon name={icon} size={19} />
		</button>
	);
	return (
		<section class="card aimcard" aria-label={words.aimCard}>
			<div class="t">
				<span class="stones">
					{(takes.length ? takes.slice(0, 4) : [{ side }]).map((stone, i) => (
						<StoneIcon key={i} stone={colours[stone.side]} side={stone.side} size={24} />
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
			<button type="button" class="primary" disabled={closed} onClick={() => onPlay(cell)}>
				{words.place}
			</button>
		</section>
	);
}
