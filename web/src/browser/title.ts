// The window's title, and the number in front of it: games that wait for a move of the visitor; what the head of the page tells.
import { effect, signal } from "@preact/signals";

export const title = signal("Gomoku");
export const waitingGames = signal(0);
/** For moderators: how many people were reported, in words. */
export const openReports = signal("");

effect(() => {
	document.title = waitingGames.value ? `(${waitingGames.value}) ${title.value}` : title.value;
});
