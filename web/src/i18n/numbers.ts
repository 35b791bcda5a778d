// Numbers as they are written in tables.
import { settings } from "../browser/settings";

/** A formatter takes fifty times as long to make as to use: a list of moves with their times uses one. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: string, digits: number): Intl.NumberFormat {
	const name = `${language} ${digits}`;
	let format = formats.get(name);
	if (!format) {
		format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
		formats.set(name, format);
	}
	return format;
}

/** A count with spaces between thousands: 481 400. */
export const count = (value: number): string => formatOf("fr", 0).format(value).replaceAll(/\s/g, " ");
/** An evaluation with its sign: +28, −1 200. */
export const points = (value: number): string =>
	value === 0 ? "0" : `${value > 0 ? "+" : "−"}${count(Math.abs(value))}`;
/** A decimal number in the page's language: 0.43, or 0,43. */
export const decimals = (value: number, digits = 2): string => formatOf(settings.value.language, digits).format(value);
/** A share in whole percent, in the page's language: 12%, or 12 %. */
export const percent = (share: number): string => share.toLocaleString(settings.value.language, { style: "percent" });
/** A factor: 0.04, 2.5, 310. */
export const factor = (value: number): string =>
	value < 1 ? decimals(value) : value < 10 ? decimals(value, 1) : count(Math.round(value));
/** The number of a move: 17. for Black, 17… for White. `stone` counts from 1; `first` is the side of the first one. */
export const moveNumber = (stone: number, side: "X" | "O", first: "X" | "O"): string =>
	`${turnNumber(stone, first)}${side === "X" ? "." : "…"}`;
/** The number that a move of each side share. */
export const turnNumber = (stone: number, first: "X" | "O"): number => Math.ceil((stone + (first === "O" ? 1 : 0)) / 2);
