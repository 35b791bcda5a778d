// Options of the next game, remembered from the last one, and the message that creates it.
import { signal } from "@preact/signals";
import { STONES, type Stone, tooAlike } from "../board/Stones";
import { settings } from "../browser/settings";
import { recall, remember } from "../browser/storage";
import { DEFAULT_RULES } from "../wire/catalogue";
import type { Catalogue, ClockRule, Create, Options, Preset, SeatRequest } from "../wire/messages";

export type Opponent = "computer" | "two" | "watch";
export type Order = "first" | "second" | "random";

export interface Choice {
	readonly opponent: Opponent;
	readonly level: number;
	/** The level follows the visitor's own. */
	readonly matched: boolean;
	/** Level of the second engine, when two play. */
	readonly levelTwo: number;
	readonly order: Order;
	/** The visitor's stones, or the first player's; null for black or white. */
	readonly mine: Stone | null;
	readonly theirs: Stone | null;
	readonly preset: string;
	readonly size: number;
	/** Parameters that differ from the preset. */
	readonly changes: Readonly<Record<string, string>>;
	readonly opening: string;
	readonly aiTime: number;
	readonly clock: ClockRule;
	readonly names: readonly [string, string];
}

export const DEFAULT: Choice = {
	opponent: "computer",
	level: 3,
	matched: false,
	levelTwo: 3,
	order: "first",
	mine: null,
	theirs: null,
	preset: DEFAULT_RULES,
	size: 19,
	changes: {},
	opening: "standard",
	aiTime: 500,
	clock: { type: "none" },
	names: ["", ""],
};

export const AI_TIMES: readonly number[] = [100, 250, 500, 1000, 2000, 5000, 10_000];
const minute = 60_000;
export const CLOCKS: readonly ClockRule[] = [
	{ type: "none" },
	{ type: "fischer", time: 1 * minute, increment: 1000 },
	{ type: "fischer", time: 3 * minute, increment: 2000 },
	{ type: "fischer", time: 5 * minute, increment: 3000 },
	{ type: "fischer", time: 10 * minute, increment: 5000 },
	{ type: "fischer", time: 20 * minute, increment: 0 },
	{ type: "byoyomi", time: 1 * minute, periods: 3, period: 10_000 },
	{ type: "byoyomi", time: 5 * minute, periods: 3, period: 30_000 },
	{ type: "byoyomi", time: 20 * minute, periods: 5, period: 30_000 },
];

/** Clocks of slow games, whose players need not stay. */
export const SLOW_CLOCKS: readonly ClockRule[] = [1, 2, 3, 7, 14].map((days) => ({ type: "correspondence", days }));

const FIELDS: Readonly<Record<string, readonly string[]>> = {
	none: [],
	fischer: ["time", "increment"],
	byoyomi: ["time", "periods", "period"],
	correspondence: ["days"],
};

/** Whether a stored value is a clock. The server knows the bounds of its values. */
export function isClock(kept: unknown): kept is ClockRule {
	const { type, ...values } = (kept ?? {}) as Record<string, unknown>;
	const names = Object.keys(values);
	const fields = FIELDS[String(type)];
	return fields?.length === names.length && fields.every((name) => Number.isInteger(values[name]));
}

/** Whether two clocks have the same values. */
export const sameClock = (one: ClockRule, other: ClockRule): boolean =>
	Object.entries(one).every(([name, value]) => other[name as keyof ClockRule] === value);

/** Validate stored options; invalid ones fall back to the defaults. */
export function readChoice(kept: unknown): Choice {
	if (typeof kept !== "object" || kept === null) return DEFAULT;
	const given = kept as Partial<Choice>;
	const one = <T>(value: T | undefined, all: readonly T[], fallback: T): T =>
		value !== undefined && all.includes(value) ? value : fallback;
	const whole = (value: unknown, least: number, most: number, fallback: number): number =>
		Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? Number(value) : fallback;
	const names = Array.isArray(given.names) ? given.names.map((name) => String(name).slice(0, 40)) : [];
	const changes = Object.entries(given.changes ?? {}).filter(([, value]) => typeof value === "string");
	return {
		opponent: one(given.opponent, ["computer", "two", "watch"], DEFAULT.opponent),
		level: whole(given.level, 1, 10, DEFAULT.level),
		matched: given.matched === true,
		levelTwo: whole(given.levelTwo, 1, 10, DEFAULT.levelTwo),
		order: one(given.order, ["first", "second", "random"], DEFAULT.order),
		mine: one(given.mine, [null, ...STONES], null),
		theirs: one(given.theirs, [null, ...STONES], null),
		preset: typeof given.preset === "string" ? given.preset : DEFAULT.preset,
		size: whole(given.size, 5, 52, DEFAULT.size),
		changes: Object.fromEntries(changes),
		opening: typeof given.opening === "string" ? given.opening : DEFAULT.opening,
		aiTime: one(given.aiTime, AI_TIMES, DEFAULT.aiTime),
		clock: isClock(given.clock) ? given.clock : DEFAULT.clock,
		names: [names[0] ?? "", names[1] ?? ""],
	};
}

export const choice = signal<Choice>(readChoice(recall("choice")));

export function choose(changes: Partial<Choice>): void {
	choice.value = { ...choice.value, ...changes };
	remember("choice", choice.value);
}

/** Choose a rule set with its own board size and parameters. */
export const choosePreset = (preset: Preset): void => choose({ preset: preset.name, size: preset.size, changes: {} });

export function setParameter(preset: Preset, name: string, value: string): void {
	const changes = { ...choice.value.changes, [name]: value };
	if (preset.values[name] === value) delete changes[name];
	choose({ changes });
}

/** The rule set as a spec: `42;size=15`. */
export function rulesOf({ preset, size, changes }: Choice, known: Preset | undefined): string {
	const parts = Object.entries(changes).map(([name, value]) => `${name}=${value}`);
	if (known && known.size !== size) parts.unshift(`size=${size}`);
	return [preset, ...parts].join(";");
}

/** Stone colours of X and O: black and white unless chosen otherwise, and never too similar. */
export function looksOf({ mine, theirs, order, opponent }: Choice, first = order !== "second"): [Stone, Stone] {
	const swap = opponent === "computer" && !first;
	const custom: [Stone, Stone] = swap ? ["white", "black"] : ["black", "white"];
	const own = mine ?? custom[0];
	const spare = [theirs, custom[1], custom[0], "coral" as const].find(
		(stone): stone is Stone => stone !== null && !tooAlike(stone, own),
	)!;
	return swap ? [spare, own] : [own, spare];
}

/** The clock of a game on one device, which cannot be a slow one. */
export const liveClock = (clock: ClockRule): ClockRule => (clock.type === "correspondence" ? DEFAULT.clock : clock);

/** The options of a game, independent of its players. */
export const optionsOf = (given: Choice, known: Catalogue | null): Options => ({
	rules: rulesOf(
		given,
		known?.presets.find(({ name }) => name === given.preset),
	),
	opening: given.opening,
	clock: given.clock,
	ai_time: given.aiTime,
	rated: false,
	delay: 0,
});

export function createFrom(given: Choice, known: Catalogue | null): Omit<Create, "id"> {
	const first = given.order === "random" ? Math.random() < 0.5 : given.order === "first";
	const me: SeatRequest = { type: "me", name: given.opponent === "computer" ? settings.value.name : "" };
	const computer: SeatRequest = { type: "ai", level: given.level };
	const opponent: SeatRequest = given.matched ? { ...computer, matched: true } : computer;
	const seats: Record<Opponent, [SeatRequest, SeatRequest]> = {
		computer: first ? [me, opponent] : [opponent, me],
		two: [
			{ type: "me", name: given.names[0] },
			{ type: "me", name: given.names[1] },
		],
		watch: [computer, { type: "ai", level: given.levelTwo }],
	};
	return {
		type: "create",
		kind: "local",
		options: optionsOf({ ...given, clock: liveClock(given.clock) }, known),
		first: seats[given.opponent][0],
		second: seats[given.opponent][1],
		stones: looksOf(given, first),
		title: "",
	};
}
