// Numbers as they are written in tables.
import { settings } from "../browser/settings";

/** A count with spaces between thousands: 481 400. */
export const count = (value: number): string => value.toLocaleString("fr").replaceAll(/\s/g, " ");
/** An evaluation with its sign: +28, −1 200. */
export const points = (value: number): string =>
	value === 0 ? "0" : `${value > 0 ? "+" : "−"}${count(Math.abs(value))}`;
/** A decimal number in the page's language: 0.43, or 0,43. */
export const decimals = (value: number, digits = 2): string =>
	value.toLocaleString(settings.value.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** The number of a move: 17. for Black, 17… for White. `stone` counts from 1; `first` is the side of the first one. */
export const moveNumber = (stone: number, side: "X" | "O", first: "X" | "O"): string =>
	`${turnNumber(stone, first)}${side === "X" ? "." : "…"}`;
/** The number that a move of each side share. */
export const turnNumber = (stone: number, first: "X" | "O"): number => Math.ceil((stone + (first === "O" ? 1 : 0)) / 2);
