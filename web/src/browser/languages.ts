// The languages of the page.

/** Each in its own name, by the folder of its words in i18n/. */
export const LANGUAGES = {
	en: "English",
	fr: "Français",
} as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

/** The first of the browser's languages that the page speaks, else English. */
export const preferredLanguage = (wanted: readonly string[]): Language =>
	wanted.map((name) => name.split("-")[0]!).find(isLanguage) ?? "en";
