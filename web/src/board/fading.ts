// A message that disappears by itself.
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const SHOWN_MS = 4000;

/** Clears the signal some seconds after it was set; a new message restarts the timer. */
export function useFading<T>(message: Signal<T | null>): void {
	useEffect(() => {
		if (!message.value) return;
		const timer = setTimeout(() => {
			message.value = null;
		}, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [message.value]);
}
