// The move list, two moves to a row, and its playback bar.
import { useEffect, useRef } from "preact/hooks";
import { other } from "../../board/geometry";
import { StoneIcon } from "../../board/Stones";
import { seen, t } from "../../i18n";
import { answerText } from "../../i18n/catalogue";
import { decimals } from "../../i18n/numbers";
import { Icon, type IconName } from "../../kit/Icon";
import type { Action } from "../../wire/messages";
import { takesText } from "../captures";
import { who } from "../names";
import { type Turn, turnsOf } from "../position";
import type { Room } from "../room";

type Row = { number: number; X: Turn | null; O: Turn | null } | { answer: Turn };

/** Rows of the list: a pair of moves, or a decision in the opening. */
export function rowsOf(actions: readonly Action[]): Row[] {
	const rows: Row[] = [];
	for (const turn of turnsOf(actions)) {
		const open = rows[rows.length - 1];
		if (!turn.action.cell) rows.push({ answer: turn });
		else if (turn.action.color === "O" && open && !("answer" in open) && !open.O) open.O = turn;
		else
			rows.push({
				number: turn.number,
				X: turn.action.color === "X" ? turn : null,
				O: turn.action.color === "O" ? turn : null,
			});
	}
	return rows;
}

/** A move with its number, or a decision: "17. M7". */
export function turnText(room: Room, { number, action }: Turn): string {
	const text = actionText(room, action);
	return action.cell ? `${number}${action.color === "X" ? "." : "…"} ${text}` : text;
}

/** An action in a line of text. */
export function actionText(room: Room, action: Action): string {
	if (action.cell) return room.name(action.cell);
	return Array.isArray(action.answer) ? t.value.offeredCells(action.answer.length) : answerText(action.answer ?? "");
}

export function Captures({ room, action, size }: { room: Room; action: Action; size: number }) {
	if (!action.captured.length) return null;
	const side = other(action.color);
	const text = takesText(room.state.value!, action.captured.length);
	return (
		<em title={text}>
			{action.captured.slice(0, 6).map((cell) => (
				<StoneIcon key={cell.join()} stone={room.colours.value[side]} side={side} size={size} />
			))}
			<span class="vh">{text}</span>
		</em>
	);
}

export function MoveList({ room }: { room: Room }) {
	const actions = room.actions.value;
	const shown = room.ply.value;
	const scroll = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const box = scroll.current;
		if (!box) return;
		const keepInSight = () => {
			const row = box.querySelector<HTMLElement>("[aria-current]")?.closest("tr");
			if (!row) return;
			// Scroll the list only, never the page.
			const [top, bottom] = [row.offsetTop - 30, row.offsetTop + row.offsetHeight + 12];
			if (top < box.scrollTop) box.scrollTop = top;
			else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
		};
		keepInSight();
		const fade = () => box.classList.toggle("scrolled", box.scrollTop > 0);
		fade();
		box.addEventListener("scroll", fade);
		// A card that appears below shrinks the list.
		const observer = new ResizeObserver(keepInSight);
		observer.observe(box);
		return () => {
			box.removeEventListener("scroll", fade);
			observer.disconnect();
		};
	}, [shown, actions.length]);
	const stones = actions.filter((action) => action.cell).length;
	const cell = (turn: Turn | null) =>
		turn ? (
			<td>
				<button
					type="button"
					aria-current={turn.ply === shown ? "step" : undefined}
					title={turn.action.ms === null ? undefined : t.value.seconds(decimals(turn.action.ms / 1000))}
					onClick={() => room.show(turn.ply)}
				>
					<span>{room.name(turn.action.cell!)}</span>
					<Captures room={room} action={turn.action} size={15} />
				</button>
			</td>
		) : (
			<td />
		);
	return (
		<section class="card list" aria-label={t.value.moves}>
			<div class="head">
				<b>{seen.value.moves}</b>
				<span class="opening-name">{room.state.value?.opening_name}</span>
				<span class="lab">{seen.value.played(stones)}</span>
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
			<div class="scroll" ref={scroll} tabIndex={0} role="group" aria-label={t.value.moves}>
				{actions.length === 0 && <p class="nothing">{t.value.noMoves}</p>}
				<table class="moves">
					<tbody>
						{rowsOf(actions).map((row) =>
							"answer" in row ? (
								<tr key={`a${row.answer.ply}`}>
									<th scope="row" />
									<td colSpan={2}>
										<button
											type="button"
											class="answer"
											aria-current={row.answer.ply === shown ? "step" : undefined}
											onClick={() => room.show(row.answer.ply)}
										>
											{t.value.saidAnswer(
												who(room, room.seat(row.answer.action.by)!),
												actionText(room, row.answer.action),
											)}
										</button>
									</td>
								</tr>
							) : (
								<tr key={`m${(row.X ?? row.O)!.ply}`}>
									<th scope="row">{row.number}</th>
									{cell(row.X)}
									{cell(row.O)}
								</tr>
							),
						)}
					</tbody>
				</table>
			</div>
			<Playback room={room} />
		</section>
	);
}

function Playback({ room }: { room: Room }) {
	const words = t.value;
	const at = room.ply.value;
	const none = room.last.value === 0;
	const button = (icon: IconName, label: string, off: boolean, go: () => void) => (
		<button type="button" aria-label={label} title={label} disabled={off} onClick={go}>
			<Icon name={icon} size={20} />
		</button>
	);
	const jump = (ply: number | null) => {
		room.playing.value = false;
		room.show(ply);
	};
	return (
		<div class="navb" role="group" aria-label={words.review}>
			{button("first", words.first, at === 0, () => jump(0))}
			{button("back", words.previous, at === 0, () => room.step(-1))}
			{room.playing.value
				? button("pause", words.stopPlay, false, () => room.autoplay())
				: button("play", words.autoplay, none, () => room.autoplay())}
			{button("forward", words.next, room.atEnd.value, () => room.step(1))}
			{button("last", words.latest, room.atEnd.value, () => jump(null))}
		</div>
	);
}

/** The moves in one line, for phones. */
export function MoveStrip({ room }: { room: Room }) {
	const box = useRef<HTMLDivElement>(null);
	const shown = room.ply.value;
	const actions = room.actions.value;
	useEffect(() => {
		const strip = box.current;
		if (!strip) return;
		const keepInSight = () => {
			const current = strip.querySelector<HTMLElement>("[aria-current]");
			if (current) strip.scrollLeft = current.offsetLeft - strip.clientWidth + current.offsetWidth + 14;
		};
		keepInSight();
		const observer = new ResizeObserver(keepInSight);
		observer.observe(strip);
		return () => observer.disconnect();
	}, [shown, actions.length]);
	return (
		<div class="mv" role="group" aria-label={t.value.moves} ref={box}>
			{room.state.value?.opening_name && <span class="opening-name">{room.state.value.opening_name}</span>}
			{turnsOf(actions).map(({ ply, number, action }) => (
				<button
					type="button"
					key={ply}
					aria-current={ply === shown ? "step" : undefined}
					onClick={() => room.show(ply)}
				>
					{action.cell && action.color === "X" && <i>{number}.</i>}
					{actionText(room, action)}
				</button>
			))}
		</div>
	);
}
