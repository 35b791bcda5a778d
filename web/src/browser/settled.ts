// Work that can wait until the visitor has done something.

/** What waits for an idle moment waits no longer than this. */
const IDLE_MS = 600;
// Safari has no idle callbacks.
const whenIdle = window.requestIdleCallback ?? ((act: () => void) => window.setTimeout(act, 60));
const cancelIdle = window.cancelIdleCallback ?? window.clearTimeout;

/** Do something once: after the visitor's first move, or after some time. Returns what calls it off. */
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
		// What the move itself asks for is painted first.
		idle = whenIdle(act, { timeout: IDLE_MS });
	};
	const timer = setTimeout(begin, after);
	for (const sign of signs) addEventListener(sign, begin, { passive: true });
	return stop;
}
