// Ratings as text.
import type { Elo } from "../wire/messages";

/** "1612", with a question mark while provisional. */
export const eloText = (elo: Elo): string => `${elo.rating}${elo.provisional ? "?" : ""}`;

/** "+8" or "−12". */
export const changeText = (change: number): string => (change < 0 ? `−${-change}` : `+${change}`);
