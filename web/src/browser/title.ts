// The window's title, and the number in front of it: games that wait for a move of the visitor.
import { effect, signal } from "@preact/signals";

export const title = signal("Gomoku");
export const waitingGames = signal(0);

effect(() => {
	document.title = waitingGames.value ? `(${waitingGames.value}) ${title.value}` : title.value;
});
