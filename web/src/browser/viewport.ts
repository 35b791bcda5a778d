// Window size, fingers and full screen.
import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether a media query holds, as a signal. */
function matches(query: string): ReadonlySignal<boolean> {
	const list = matchMedia(query);
	const holds = signal(list.matches);
	list.addEventListener("change", (event) => {
		holds.value = event.matches;
	});
	return holds;
}

/** Phones: dialogs as sheets, lists instead of drawings. */
export const phone = matches("(max-width: 700px)");
/** Phones, held upright or sideways: the board has a smaller margin, with coordinates on two sides. */
export const compact = matches("(max-width: 700px), (orientation: landscape) and (max-height: 560px)");
/** Phones and tablets held upright: seats become strips above and below the board, actions a bar at the bottom. */
export const upright = matches("(max-width: 1180px) and (orientation: portrait)");
/** A finger is the main pointer: a first tap aims. */
export const touch = matches("(pointer: coarse)");

export function fullScreen(): void {
	if (document.fullscreenElement) void document.exitFullscreen();
	else void document.documentElement.requestFullscreen?.().catch(() => {});
}
