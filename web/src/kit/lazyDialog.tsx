import type { ComponentChildren } from "preact";
import { dismiss, show } from "./Dialog";

/** A dialog that is seldom wanted comes when it is. */
export function showLazy(fetch: () => Promise<() => ComponentChildren>): void {
	void fetch().then(show, dismiss);
}
