// Work that can wait until the visitor has done something.

/** Longest wait for an idle moment. */
const IDLE_MS = 600;
// Safari has no idle callbacks.
const whenIdle = window.requestIdleCallback ?? ((act: () => void) => window.setTimeout(act, 60));
const cancelIdle = window.cancelIdleCallback ?? window.clearTimeout;

/** Run a function once: after the visitor's first input, or after some time. Returns the function that cancels it. */
export function whenSettled(act: () => void, after = 3000): () => void {
	const signs = ["pointermove", "pointerdown", "keydown", "scroll"];
	let idle = 0;
	const stop = () => {
		clearTimeout(timer);
		cancelIdle(idle);
		for (const sign of signs) removeEventListener(sign, begin);
	};
	const begin = () => {
		stop();
		// The result of the input itself is painted first.
		idle = whenIdle(act, { timeout: IDLE_MS });
	};
	const timer = setTimeout(begin, after);
	for (const sign of signs) addEventListener(sign, begin, { passive: true });
	return stop;
}
