// Every word of the page, in the language that is set. Each language has a folder with a table for each area, all with the
// same keys. English is there with the screens; another language is one file, loaded when it is wanted.
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { settings } from "../browser/settings";
import type { Words as Text } from "../wire/messages";
import { en, type Words } from "./en/common";
import type { Tables } from "./tables";

const FILES = import.meta.glob<{ default: Tables }>("./*/index.ts");

/** The tables in use; none for English. */
const tables = signal<Tables | null>(null);

type Area = Exclude<keyof Tables, "catalogue">;

/** The words of an area, whose English table is given. */
export const area = <A extends Area>(name: A, english: Tables[A]): ReadonlySignal<Tables[A]> =>
	computed(() => tables.value?.[name] ?? english);

/** The common words: `t.value.undo`. */
export const t = area("common", en);

/** Replaces some of the visible words while it is set: doge mode. */
export const dialect = signal<ReadonlySignal<Partial<Words>> | null>(null);

/** The words as they are shown, in the dialect if there is one. Screen readers get `t`. */
export const seen = computed<Words>(() => ({ ...t.value, ...dialect.value?.value }));

/** A text of the server in the page's language. */
export function say(text: Text | undefined): string {
	if (!text) return "";
	return settings.value.language === "fr" ? text.fr || text.en : (tables.value?.catalogue?.[text.en] ?? text.en);
}

/** Loads the tables of the language that is set. Until they are there the former language stays. */
async function fetchWords(): Promise<void> {
	const { language } = settings.value;
	const file = FILES[`./${language}/index.ts`];
	const wanted = file ? (await file()).default : null;
	if (settings.peek().language !== language) return;
	tables.value = wanted;
	document.documentElement.lang = language;
}

effect(() => void fetchWords());
/** Resolves when the words of the first screen are there. */
export const wordsReady = fetchWords;
