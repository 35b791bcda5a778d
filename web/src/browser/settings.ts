// Settings of this browser, kept in local storage.
import { computed, effect, signal } from "@preact/signals";
import { isLanguage, type Language, preferredLanguage } from "./languages";
import { recall, remember } from "./storage";

export type Theme = "wood" | "slate" | "paper" | "contrast";
export const THEMES: readonly Theme[] = ["wood", "slate", "paper", "contrast"];
type Scheme = "auto" | "light" | "dark";

export interface Settings {
	readonly scheme: Scheme;
	readonly theme: Theme;
	readonly language: Language;
	readonly sound: boolean;
	/** One tap places a stone, without aiming first. */
	readonly oneTap: boolean;
	/** Single-letter shortcuts; a hindrance to people who dictate. */
	readonly letterKeys: boolean;
	readonly coordinates: boolean;
	readonly numbers: boolean;
	readonly forbidden: boolean;
	/** The player's name; empty for "You". */
	readonly name: string;
}

const DEFAULTS: Settings = {
	scheme: "auto",
	theme: "wood",
	language: preferredLanguage(navigator.languages ?? []),
	sound: true,
	oneTap: false,
	letterKeys: true,
	coordinates: true,
	numbers: false,
	forbidden: true,
	name: "",
};

/** Validate stored settings; old or damaged values fall back to the defaults. */
export function readSettings(kept: unknown): Settings {
	const given = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
	const read: Record<string, unknown> = { ...DEFAULTS };
	for (const [name, standard] of Object.entries(DEFAULTS)) {
		if (typeof given[name] === typeof standard) read[name] = given[name];
	}
	const value = read as unknown as Settings;
	return {
		...value,
		scheme: ["auto", "light", "dark"].includes(value.scheme) ? value.scheme : "auto",
		theme: THEMES.includes(value.theme) ? value.theme : "wood",
		language: isLanguage(value.language) ? value.language : DEFAULTS.language,
		name: value.name.slice(0, 40),
	};
}

export const settings = signal<Settings>(readSettings(recall("settings")));
export const change = (changes: Partial<Settings>): void => {
	settings.value = { ...settings.value, ...changes };
};
export const flip = (name: "sound" | "oneTap" | "letterKeys" | "coordinates" | "numbers" | "forbidden"): void =>
	change({ [name]: !settings.value[name] });

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const night = signal(prefersDark.matches);
prefersDark.addEventListener("change", (event) => {
	night.value = event.matches;
});
/** Whether the dark scheme is in use. */
export const dark = computed(() => (settings.value.scheme === "auto" ? night.value : settings.value.scheme === "dark"));

const quiet = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether the user prefers reduced motion. */
export const still = (): boolean => quiet.matches;

// Separate from what follows the system's colours: a background tab must not overwrite what another tab has changed.
effect(() => remember("settings", settings.value));
effect(() => {
	const root = document.documentElement;
	root.dataset.theme = settings.value.theme;
	root.dataset.scheme = dark.value ? "dark" : "light";
});
