// Time left in the page's language.
import { daysText, inUnits } from "./clock";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A rough duration: "2 days", "5 hours", "12 minutes". */
export function roughly(ms: number): string {
	if (ms >= DAY) return daysText(Math.floor(ms / DAY));
	return ms >= HOUR
		? inUnits(Math.floor(ms / HOUR), "hour", "long")
		: inUnits(Math.max(1, Math.floor(ms / 60_000)), "minute", "long");
}

/** A clock with days: "2d 5h". */
export const daysAndHours = (ms: number): string =>
	`${inUnits(Math.floor(ms / DAY), "day", "narrow")} ${inUnits(Math.floor((ms % DAY) / HOUR), "hour", "narrow")}`;
