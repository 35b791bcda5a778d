// Every word of the page, in the language that is set. Tables stand in en/ and fr/, one for each area, and have the same
// keys. The common table is always loaded in English, and in French when it is wanted; the tables of an area (rooms.ts,
// study.ts, ...) are loaded with the screens that import them.
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { type Language, settings } from "../browser/settings";
import type { Words as Text } from "../wire/messages";
import { en, type Words } from "./en/common";
import type { Translation } from "./translation";

const tables = signal<Partial<Record<Language, Words>>>({ en });

/** The common words: `t.value.undo`. */
export const t = computed<Words>(() => tables.value[settings.value.language] ?? en);

/** The words of an area, from its two tables. */
export const bilingual = <T extends object>(english: T, french: Translation<T>): ReadonlySignal<Translation<T>> =>
	computed(() => (settings.value.language === "fr" ? french : english) as Translation<T>);

/** Replaces some of the visible words while it is set: doge mode. */
export const dialect = signal<Record<Language, Partial<Words>> | null>(null);

/** The words as they are shown, in the dialect if there is one. Screen readers get `t`. */
export const seen = computed<Words>(() => ({ ...t.value, ...dialect.value?.[settings.value.language] }));

/** A text of the server in the page's language. */
export const say = (text: Text | undefined): string => text?.[settings.value.language] ?? "";

async function fetchWords(): Promise<void> {
	if (settings.value.language === "fr" && !tables.peek().fr) {
		const { fr } = await import("./fr/common");
		tables.value = { ...tables.peek(), fr };
	}
}

effect(() => void fetchWords());
/** Resolves when the words of the first screen are there. */
export const wordsReady = fetchWords;
