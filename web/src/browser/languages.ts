// The languages of the page.

/** Each in its own name, by the folder of its words in i18n/. */
export const LANGUAGES = {
	en: "English",
	fr: "Français",
	de: "Deutsch",
	es: "Español",
	cs: "Čeština",
	ru: "Русский",
	ja: "日本語",
	ko: "한국어",
	"zh-Hans": "简体中文",
	"zh-Hant": "繁體中文",
} as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

const TRADITIONAL = ["hant", "tw", "hk", "mo"];

/** The first of the browser's languages that the page speaks, else English. */
export function preferredLanguage(wanted: readonly string[]): Language {
	for (const name of wanted) {
		const [code = "", ...parts] = name.toLowerCase().split("-");
		if (code === "zh") return parts.some((part) => TRADITIONAL.includes(part)) ? "zh-Hant" : "zh-Hans";
		if (isLanguage(code)) return code;
	}
	return "en";
}
