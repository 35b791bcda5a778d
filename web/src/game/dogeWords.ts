// Doge mode: a word appears on the board after a capture, three at most, for three seconds each.
import { at, CELL } from "../board/geometry";
import { type Word, words } from "../doge/mode";
import { t } from "../i18n";
import type { Action } from "../wire/messages";
import type { Room } from "./room";

const COLOURS = ["#b3176b", "#0b57a8", "#a8430b", "#7a3fae", "#1d6b35"];
let count = 0;

/** Stones that a word at this place would cover. */
function crowd(room: Room, x: number, y: number): number {
	return room.position.value.stones.filter(({ cell }) => Math.abs(cell[0] - x) <= 3 && Math.abs(cell[1] - y) <= 1)
		.length;
}

export function land(room: Room, action: Action): void {
	const state = room.state.value;
	if (!action.captured.length || !state) return;
	const grid = { width: state.width, height: state.height, margin: 46 };
	const places = Array.from({ length: 14 }, () => {
		const x = 3 + Math.floor(Math.random() * Math.max(1, state.width - 6));
		const y = 1 + Math.floor(Math.random() * Math.max(1, state.height - 2));
		return { x, y, crowd: crowd(room, x, y) };
	}).sort((a, b) => a.crowd - b.crowd);
	const { x, y } = places[0]!;
	const texts = t.value.dogeWords;
	const word: Word = {
		id: ++count,
		text: texts[count % texts.length]!,
		x: at(grid, x),
		y: at(grid, y) + CELL / 3,
		turn: Math.round(Math.random() * 24 - 12),
		colour: COLOURS[count % COLOURS.length]!,
	};
	words.value = [...words.value, word].slice(-3);
	setTimeout(() => {
		words.value = words.value.filter(({ id }) => id !== word.id);
	}, 3000);
}
