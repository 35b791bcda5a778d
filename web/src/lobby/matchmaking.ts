// Matchmaking for quick games. The request survives reconnections.
import { effect, signal } from "@preact/signals";
import { announce } from "../browser/announcer";
import { go, preload } from "../browser/router";
import { recall, remember } from "../browser/storage";
import * as sounds from "../game/sounds";
import { reasonText } from "../i18n/catalogue";
import { peopleWords } from "../i18n/people";
import { toast } from "../kit/toast";
import { isClock } from "../newgame/choice";
import { nickname } from "../people/nickname";
import { expect } from "../rooms/autoReady";
import { catalogue, DEFAULT_RULES } from "../wire/catalogue";
import type { ByoYomi, Fischer, Player, Seek, Seeking } from "../wire/messages";
import { commandId, connection } from "../wire/socket";

const minute = 60_000;
export const CLOCKS: readonly Fischer[] = [
	{ type: "fischer", time: 3 * minute, increment: 2000 },
	{ type: "fischer", time: 5 * minute, increment: 3000 },
	{ type: "fischer", time: 10 * minute, increment: 5000 },
];

interface Choice {
	readonly rules: string;
	readonly clock: Fischer | ByoYomi;
	/** Further acceptable rule sets. */
	readonly also: readonly string[];
	/** Rated games only, casual ones only; null for either. */
	readonly rated: boolean | null;
	/** The wanted seat; null for either. */
	readonly player: Player | null;
	/** Bounds of the opponent's rating. */
	readonly least: number | null;
	readonly most: number | null;
}

/** Whether the server offers a rule set. Without a catalogue, any name may be one. */
const isOffered = (rules: unknown): rules is string =>
	typeof rules === "string" && (catalogue.value?.presets.some(({ name }) => name === rules) ?? true);

function read(kept: unknown): Choice {
	const given = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<Choice>;
	const clock: unknown = given.clock;
	const bound = (value: unknown) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null);
	return {
		rules: isOffered(given.rules) ? given.rules : DEFAULT_RULES,
		clock: isClock(clock) && (clock.type === "fischer" || clock.type === "byoyomi") ? clock : CLOCKS[1]!,
		also: Array.isArray(given.also) ? given.also.filter(isOffered).slice(0, 20) : [],
		rated: typeof given.rated === "boolean" ? given.rated : null,
		player: given.player === "P1" || given.player === "P2" ? given.player : null,
		least: bound(given.least),
		most: bound(given.most),
	};
}

export const quickChoice = signal<Choice>(read(recall("quick")));
export function chooseQuick(changes: Partial<Choice>): void {
	quickChoice.value = { ...quickChoice.value, ...changes };
	remember("quick", quickChoice.value);
}

/** The pending request; null while there is none. */
export const pendingSeek = signal<Seek | null>(null);
/** The server's last report on the request. */
export const news = signal<Seeking | null>(null);
let stop: (() => void) | null = null;

export function seek(): void {
	const { rules, also, ...wanted } = quickChoice.value;
	const others = also.filter((name) => name !== rules);
	pendingSeek.value = { type: "seek", id: commandId(), name: nickname(), rules, also: others, ...wanted };
	news.value = null;
	connection.start();
	stop?.();
	const stopHearing = connection.overhear((message) => {
		const mine = pendingSeek.value;
		if (message.type === "refused" && message.id === mine?.id) {
			toast({ text: reasonText(message.reason), bad: true });
			end();
		}
		if (message.type === "seeking" && message.id === mine?.id) {
			if (message.since === null) end();
			else news.value = message;
		}
		if (message.type === "paired" && message.id === mine?.id) void enter(message.room);
	});
	const stopAsking = effect(() => {
		if (connection.hellos.value && pendingSeek.value) connection.say(pendingSeek.value);
	});
	stop = () => {
		stopHearing();
		stopAsking();
	};
}

/** Accept an open seek. */
export function take(seeker: string): void {
	const id = commandId();
	connection.start();
	const stopHearing = connection.overhear((message) => {
		if (message.type !== "refused" && message.type !== "paired") return;
		if (message.id !== id) return;
		stopHearing();
		if (message.type === "paired") void enter(message.room);
		else toast({ text: reasonText(message.reason), bad: true });
	});
	connection.say({ type: "take", id, seeker, name: nickname() });
}

async function enter(room: string): Promise<void> {
	end();
	expect(room);
	sounds.play("hint");
	announce(peopleWords.value.found, true);
	await preload("room");
	go(`/room/${room}`);
}

function end(): void {
	pendingSeek.value = null;
	news.value = null;
	stop?.();
	stop = null;
}

export function cancel(): void {
	const mine = pendingSeek.value;
	if (!mine) return;
	connection.say({ type: "unseek", id: mine.id });
	// It may arrive too late: then the server pairs us anyway.
	if (connection.state.value !== "open") end();
}

/** Cancel the request when the page is left. */
export function leaveQueue(): void {
	const mine = pendingSeek.value;
	end();
	if (mine) connection.say({ type: "unseek", id: mine.id });
}
