// Whether the engine's thinking is shown: the panel, the threats on the board, and clicks that ask about a cell.
import { signal } from "@preact/signals";
import type { Cell } from "../board/geometry";
import { recall, remember } from "../browser/storage";

/** Whether the thinking panel is wanted: its switch shows this at once. */
export const thinks = signal(recall("think") === true);
/** Whether the panel replaces the table: a frame later, since it takes a slow machine longer than an answer may. */
export const panel = signal(thinks.peek());
/** Whether threats are drawn on the board, with or without the panel. */
export const threatens = signal(recall("threats") === true);
/** Takes clicks on cells instead of playing a move; null while clicks are moves. */
export const probe = signal<((cell: Cell) => void) | null>(null);

export function toggleThink(): void {
	thinks.value = !thinks.value;
	remember("think", thinks.value);
	requestAnimationFrame(() =>
		setTimeout(() => {
			panel.value = thinks.value;
		}),
	);
}

export function toggleThreats(): void {
	threatens.value = !threatens.value;
	remember("threats", threatens.value);
}
