import { lazyPart } from "../kit/lazy";

/** The fields for a clock of one's own. */
export const OwnClock = lazyPart(async () => (await import("./ClockFields")).ClockFields);
