// The window's title, with the number of games that wait for the visitor's move; and the counts in the header.
import { effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

export const title = signal("Gomoku");
export const waitingGames = signal(0);
/** Links in the header that are loaded later. */
export const headLinks = signal<ComponentChildren>(null);

effect(() => {
	document.title = waitingGames.value ? `(${waitingGames.value}) ${title.value}` : title.value;
});
