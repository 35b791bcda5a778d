import { lazyPart } from "../kit/lazy";

/** The fields of a custom clock. */
export const OwnClock = lazyPart(async () => (await import("./ClockFields")).ClockFields);
