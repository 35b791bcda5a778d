// Russian: forms of names and counted nouns. Sides are named by plural adjectives ("Чёрные"); other names are not declined.
import { counted } from "../plural";

const isSide = (name: string): boolean => /^[А-ЯЁ][а-яё]+ые$/.test(name);
/** The name within a sentence: "чёрные". */
export const inside = (name: string): string => (isSide(name) ? name.toLowerCase() : name);
/** The genitive, for a side the accusative too: "чёрных". */
export const of = (name: string): string => (isSide(name) ? `${name.slice(0, -2).toLowerCase()}ых` : name);
/** The dative: "чёрным". */
export const to = (name: string): string => (isSide(name) ? `${name.slice(0, -2).toLowerCase()}ым` : name);
/** One stone of a side: "чёрный". */
export const single = (name: string): string => (isSide(name) ? `${name.slice(0, -2).toLowerCase()}ый` : name);
/** The verb's form for a name: "Анна выигрывает", "Чёрные выигрывают". */
export const agree = (name: string, one: string, many: string): string => `${name} ${name.endsWith("ые") ? many : one}`;

export const moves = (n: number): string => counted("ru", n, { one: "ход", few: "хода", many: "ходов" });
export const games = (n: number): string => counted("ru", n, { one: "партия", few: "партии", many: "партий" });
export const stones = (n: number): string => counted("ru", n, { one: "камень", few: "камня", many: "камней" });
export const lines = (n: number): string => counted("ru", n, { one: "линия", few: "линии", many: "линий" });
/** In the accusative. */
export const pairs = (n: number): string => counted("ru", n, { one: "пару", few: "пары", many: "пар" });
export const points = (n: number): string => counted("ru", n, { one: "очко", few: "очка", many: "очков" });
export const people = (n: number): string => counted("ru", n, { one: "человек", few: "человека", many: "человек" });
