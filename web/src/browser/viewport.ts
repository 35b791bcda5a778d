// Window size and full screen.
import { signal } from "@preact/signals";

const narrow = matchMedia("(max-width: 700px)");
/** Phone layout: seats become strips, and a first tap aims. */
export const phone = signal(narrow.matches);
narrow.addEventListener("change", (event) => {
	phone.value = event.matches;
});

export function fullScreen(): void {
	if (document.fullscreenElement) void document.exitFullscreen();
	else void document.documentElement.requestFullscreen?.().catch(() => {});
}
