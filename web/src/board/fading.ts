// A message that goes by itself.
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const SHOWN_MS = 4000;

/** Empties the signal some seconds after it was filled; a new message starts anew. */
export function useFading<T>(message: Signal<T | null>): void {
	useEffect(() => {
		if (!message.value) return;
		const timer = setTimeout(() => {
			message.value = null;
		}, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [message.value]);
}
