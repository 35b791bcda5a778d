// Czech: forms of names and counted nouns. Sides are named by adjectives ("Černý"); other names are not declined.
import { counted } from "../plural";

export const sides = {
	black: "Černý",
	white: "Bílý",
	coral: "Korálový",
	jade: "Nefritový",
	lapis: "Lazuritový",
	amber: "Jantarový",
	plum: "Švestkový",
	pearl: "Perlový",
};

const stem = (name: string): string | null =>
	Object.values(sides).includes(name) ? name.slice(0, -1).toLowerCase() : null;
const withEnding = (name: string, ending: string): string => {
	const found = stem(name);
	return found === null ? name : found + ending;
};
/** The name within a sentence: "černý". */
export const inside = (name: string): string => withEnding(name, "ý");
/** The genitive and accusative: "černého". */
export const of = (name: string): string => withEnding(name, "ého");
/** The dative: "černému". */
export const to = (name: string): string => withEnding(name, "ému");
/** The plural: "černé". */
export const many = (name: string): string => withEnding(name, "é");

export const moves = (n: number): string => counted("cs", n, { one: "tah", few: "tahy", other: "tahů" });
export const games = (n: number): string => counted("cs", n, { one: "partie", few: "partie", other: "partií" });
export const stones = (n: number): string => counted("cs", n, { one: "kámen", few: "kameny", other: "kamenů" });
export const lines = (n: number): string => counted("cs", n, { one: "linie", few: "linie", other: "linií" });
/** In the accusative. */
export const pairs = (n: number): string => counted("cs", n, { one: "dvojici", few: "dvojice", other: "dvojic" });
export const points = (n: number): string => counted("cs", n, { one: "bod", few: "body", other: "bodů" });
/** "do 3 tahů". */
export const within = (n: number): string => `do ${counted("cs", n, { one: "tahu", other: "tahů" })}`;

/** "z 5", "ze 4": the preposition as the number is read. */
export const outOf = (n: number | string): string => {
	const digits = String(n).replaceAll(/\s/g, "").split(/[.,]/)[0]!;
	const first = Number(digits.slice(0, ((digits.length - 1) % 3) + 1));
	const ze =
		first < 20
			? [2, 3, 4, 6, 7, 12, 13, 14, 16, 17].includes(first)
			: (first > 99 && first < 200) || /^[23467]/.test(digits);
	return `${ze ? "ze" : "z"} ${n}`;
};
