// The window's title, with the number of games that wait for the visitor's move; and the counts in the header.
import { effect, signal } from "@preact/signals";

export const title = signal("Gomoku");
export const waitingGames = signal(0);
/** For moderators: how many people were reported, in words. */
export const openReports = signal("");

effect(() => {
	document.title = waitingGames.value ? `(${waitingGames.value}) ${title.value}` : title.value;
});
