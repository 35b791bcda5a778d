import type { ComponentChildren } from "preact";
import { dismiss, show } from "./Dialog";

/** Loads a dialog's code, then shows it. */
export function showLazy(fetch: () => Promise<() => ComponentChildren>): void {
	void fetch().then(show, dismiss);
}
