// Cells chosen for an offer, as some openings require: clicked one by one, sent together.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { type Cell, same } from "../board/geometry";
import type { Room } from "./room";

export interface Offering {
	readonly cells: ReadonlySignal<readonly Cell[]>;
	/** Add or remove a cell. */
	toggle(cell: Cell): void;
	send(): Promise<void>;
}

export function offeringOf(room: Room): Offering {
	const chosen = signal<{ ply: number; cells: readonly Cell[] }>({ ply: -1, cells: [] });
	// Cells chosen for another position are void.
	const cells = computed(() => (chosen.value.ply === room.state.value?.ply ? chosen.value.cells : []));
	return {
		cells,
		toggle(cell) {
			const question = room.state.value?.question;
			const had = cells.value.some((c) => same(c, cell));
			const next = had ? cells.value.filter((c) => !same(c, cell)) : [...cells.value, cell];
			if (question?.kind === "offer" && next.length <= question.count)
				chosen.value = { ply: room.state.value!.ply, cells: next };
		},
		async send() {
			await room.decide(cells.value.map(([x, y]) => [x, y]));
		},
	};
}
