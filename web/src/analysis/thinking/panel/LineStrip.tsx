// A line of moves. Hovering or stepping shows it on the board as ghost stones, with captures.
import { useEffect } from "preact/hooks";
import { type Cell, type Side, same } from "../../../board/geometry";
import { StoneIcon } from "../../../board/Stones";
import { thinkingWords } from "../../../i18n/thinking";
import { Icon } from "../../../kit/Icon";
import type { Position } from "../../../wire/messages";
import { sideAt } from "../score";
import type { ThinkingStore } from "../thinkingStore";

interface LineOf {
	readonly title: string;
	readonly position: Position;
	readonly moves: readonly Cell[];
}

/** The line that the panel describes, as far as it lies ahead of the position shown. */
export function lineOf(store: ThinkingStore, chosen: number): LineOf | null {
	const words = thinkingWords.value;
	const thought = store.candidates.value;
	const lines = store.lines.value;
	const line = lines[Math.min(chosen, lines.length - 1)];
	if (!thought || !line) return null;
	const ply = store.room.ply.value;
	if (thought.ply === ply)
		return {
			title: chosen > 0 ? words.lineOf(store.name(line.cell)) : words.bestLine,
			position: thought.position,
			moves: line.pv,
		};
	// The first move has been played: start with the expected reply.
	const played = store.room.actions.value[thought.ply]?.cell;
	const position = store.position.value;
	if (ply === thought.ply + 1 && position && same(played, line.pv[0]))
		return { title: words.lineOf(store.name(line.cell)), position, moves: line.pv.slice(1) };
	return null;
}

/** The line as a row of buttons. If the board shows another position, a click goes to the start of the line first. */
export function LineStrip({ store, line }: { store: ThinkingStore; line: LineOf }) {
	const words = thinkingWords.value;
	const { position, moves, title } = line;
	const shown = store.shown.value;
	const mine = shown && shown.moves.join() === moves.join() ? shown : null;
	const upto = mine?.upto ?? 0;
	const put = (n: number) => (n > 0 ? store.show({ position }, moves, n) : store.hide());
	const side = (i: number): Side => mine?.steps[i]?.color ?? sideAt(position, i);
	const colours = store.room.colours.value;
	// Remove only this strip's line: another strip may be showing one.
	useEffect(
		() => () => {
			if (store.shown.peek()?.moves.join() === moves.join()) store.hide();
		},
		[moves.join()],
	);
	return (
		<section class="card line">
			<div class="row between">
				<h2>{title}</h2>
				<div class="steps">
					<button
						type="button"
						class="quiet icon"
						aria-label={words.stepBack}
						disabled={upto === 0}
						onClick={() => put(upto - 1)}
					>
						<Icon name="back" />
					</button>
					<button
						type="button"
						class="quiet icon"
						aria-label={store.running.value ? words.stopLine : words.playLine}
						onClick={() => {
							if (store.running.value) store.running.value = false;
							else {
								put(upto >= moves.length ? 1 : Math.max(1, upto));
								store.running.value = true;
							}
						}}
					>
						<Icon name={store.running.value ? "pause" : "play"} size={16} />
					</button>
					<button
						type="button"
						class="quiet icon"
						aria-label={words.stepOn}
						disabled={upto >= moves.length}
						onClick={() => put(upto + 1)}
					>
						<Icon name="forward" />
					</button>
				</div>
			</div>
			<ol class="pvs" onPointerLeave={() => !store.running.value && store.hide()}>
				{moves.map((cell, i) => {
					const taken = mine?.steps[i]?.captured ?? [];
					const said = words.lineStep(
						i + 1,
						store.side(side(i)),
						store.name(cell),
						taken.map((c) => store.name(c)).join(", "),
					);
					return (
						<li key={i}>
							<button
								type="button"
								class={upto === i + 1 ? "on" : i >= upto && upto > 0 ? "fut" : undefined}
								aria-label={said}
								aria-pressed={upto === i + 1}
								onPointerEnter={(event) => {
									if (event.pointerType === "mouse" && !store.running.value) put(i + 1);
								}}
								onFocus={() => put(i + 1)}
								onClick={() => put(i + 1)}
							>
								<StoneIcon stone={colours[side(i)]} side={side(i)} size={18} />
								{store.name(cell)}
								{taken.length > 0 && <i class="takes-dot" aria-hidden="true" />}
							</button>
						</li>
					);
				})}
			</ol>
		</section>
	);
}
