// Grammar that English and French share.

/** "1 move", "3 moves". */
export const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
/** "K11, M10 or N9". */
export const list = (items: readonly string[], last: string): string =>
	items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${last} ${items[items.length - 1]}`;
