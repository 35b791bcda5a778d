// Cells of a figure: as they are typed, and where a click on the picture lands.
import { CELL, type Cell, cellOf, nameOf, same } from "../board/geometry";
import type { Letter } from "../wire/messages";

interface Size {
	readonly width: number;
	readonly height: number;
}

/** Characters of a letter. */
const MOST = 3;

/** The letters in a text, one for each cell: `K10`, or `K10=x` for a chosen letter. Anything but cells is ignored. */
export function lettersIn(text: string, size: Size): Letter[] {
	const found = new Map<string, Letter>();
	for (const word of text.split(/[\s,;]+/)) {
		const [name = "", own = ""] = word.split("=", 2);
		const cell = cellOf(name, size);
		if (cell) found.set(nameOf(cell, size), { cell: [cell[0], cell[1]], text: own.slice(0, MOST) });
	}
	return [...found.values()];
}

/** The letters as text; cells alone for those that get the next of A, B, C … anyway. */
export function textOf(letters: readonly Letter[], size: Size): string {
	const plain = letters.every(({ text }, i) => !text || text === String.fromCharCode(65 + i));
	return letters
		.map(({ cell, text }) => (text && !plain ? `${nameOf(cell, size)}=${text}` : nameOf(cell, size)))
		.join(" ");
}

/** The same letters; an empty one becomes the next unused one of A, B, C …, and after Z, AA and so on: as on the server. */
export function named(letters: readonly Letter[]): Letter[] {
	const used = new Set(letters.map(({ text }) => text));
	let next = 0;
	const free = (): string => {
		for (;;) {
			const [high, low] = [Math.floor(next / 26), next % 26];
			const name = (high ? String.fromCharCode(64 + high) : "") + String.fromCharCode(65 + low);
			next += 1;
			if (!used.has(name)) return name;
		}
	};
	return letters.map(({ cell, text }) => ({ cell, text: text || free() }));
}

/** The text with a cell added, or removed if it was there. */
export function toggled(text: string, cell: Cell, size: Size): string {
	const letters = lettersIn(text, size);
	const others = letters.filter((known) => !same(known.cell, cell));
	return textOf(others.length < letters.length ? others : [...letters, { cell: [cell[0], cell[1]], text: "" }], size);
}

/** The cell under a point of a picture, given as fractions of its width and height; null outside the board. */
export function cellUnder(x: number, y: number, picture: Size, size: Size): Cell | null {
	const margin = (picture.width - (size.width - 1) * CELL) / 2;
	const column = Math.round((x * picture.width - margin) / CELL);
	const row = Math.round((y * picture.height - margin) / CELL);
	return column >= 0 && row >= 0 && column < size.width && row < size.height ? [column, row] : null;
}

/** The size of an SVG picture in its own units. */
export function sizeOf(svg: string): Size {
	const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
	return { width: Number(width), height: Number(height) };
}
