// Keyboard shortcuts. Screens add their own while they are shown.
import { settings } from "./settings";

export type Keys = Readonly<Record<string, () => void>>;

const layers: Keys[] = [];

/** Register shortcuts until the returned function is called. The last registered layer is asked first. */
export function listen(keys: Keys): () => void {
	layers.push(keys);
	return () => {
		layers.splice(layers.indexOf(keys), 1);
	};
}

const typing = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function press(event: KeyboardEvent): void {
	if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
	if (document.querySelector("dialog[open]")) return;
	const target = event.target;
	if (typing(target) && !(target instanceof HTMLInputElement && /^(checkbox|radio|range)$/.test(target.type))) return;
	// Focused controls keep their own keys.
	const own = target instanceof HTMLElement && /^(BUTTON|A|INPUT|SUMMARY)$/.test(target.tagName);
	if (own && (event.key === " " || event.key === "Enter" || event.key.startsWith("Arrow"))) return;
	const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	if (/^[a-z]$/.test(name) && !settings.value.letterKeys) return;
	for (const keys of layers.toReversed()) {
		const act = keys[name];
		if (act) {
			event.preventDefault();
			act();
			return;
		}
	}
}
