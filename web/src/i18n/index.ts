// The words of the page in the language that was chosen. English is always there; French is fetched when it is wanted.
import { computed, effect, signal } from "@preact/signals";
import { type Language, settings } from "../browser/settings";
import type { Words as Text } from "../wire/messages";
import { en, type Words } from "./en";

const tables = signal<Partial<Record<Language, Words>>>({ en });

/** The words, as a signal: `t.value.undo`. */
export const t = computed<Words>(() => tables.value[settings.value.language] ?? en);

/** Replaces some of the visible words while it is set: doge mode. */
export const dialect = signal<Record<Language, Partial<Words>> | null>(null);

/** The words as they are shown, in the dialect if there is one. Screen readers get `t`. */
export const seen = computed<Words>(() => ({ ...t.value, ...dialect.value?.[settings.value.language] }));

/** A text of the server's in the page's language. */
export const say = (text: Text | undefined): string => text?.[settings.value.language] ?? "";

async function fetchWords(): Promise<void> {
	if (settings.value.language === "fr" && !tables.peek().fr) {
		const { fr } = await import("./fr");
		tables.value = { ...tables.peek(), fr };
	}
}

effect(() => void fetchWords());
/** Ready to draw the first time. */
export const wordsReady = fetchWords;

/** Seconds of a timer: 0.43, or 0,43. */
export const decimals = (value: number, digits = 2): string =>
	value.toLocaleString(settings.value.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
