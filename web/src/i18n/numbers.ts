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
