// Grammar that several languages share.

/** "1 move", "3 moves". */
export const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
/** Chinese and Japanese words, which are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、・]$/u;
/** "K11, M10 or N9". */
export function list(items: readonly string[], last: string): string {
	const [comma, space] = UNSPACED.test(last) ? ["、", ""] : [", ", " "];
	return items.length < 2
		? (items[0] ?? "")
		: `${items.slice(0, -1).join(comma)}${space}${last}${space}${items[items.length - 1]}`;
}
/** A sentence, with its full stop. */
export const sentence = (text: string): string => text + (UNSPACED.test(text) ? "。" : ".");
/** A number with the noun's form for it, by the plural rules of the language. */
export const counted = (language: string, n: number, forms: Partial<Record<Intl.LDMLPluralRule, string>>): string =>
	`${n} ${forms[new Intl.PluralRules(language).select(n)] ?? forms.other ?? forms.many ?? ""}`;
