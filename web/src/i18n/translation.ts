/** The type of a table of words in another language: the same keys, and functions of the same arguments. */
export type Translation<T> = T extends (...given: infer A) => infer R
	? (...given: A) => R extends string ? string : R
	: T extends string
		? string
		: { [K in keyof T]: Translation<T[K]> };
