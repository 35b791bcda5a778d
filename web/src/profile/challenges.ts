// The visitor's challenges, made and received. The server always sends the whole list, so that a lost message does no harm.
import { effect, signal } from "@preact/signals";
import { announce } from "../browser/announcer";
import { go, preload, route } from "../browser/router";
import * as sounds from "../game/sounds";
import { profileWords } from "../i18n/profile";
import { toast } from "../kit/toast";
import { expect } from "../rooms/autoReady";
import { getJson, postJson } from "../wire/http";
import type { Challenge, ChallengeRequest, Challenges } from "../wire/messages";
import { connection } from "../wire/socket";

/** Open challenges, and games that wait for the visitor. */
export const challenges = signal<readonly Challenge[]>([]);
/** Challenges made by this page: it enters their rooms by itself. */
const own = new Set<string>();
/** Answers that were already shown. */
const told = new Set<string>();
/** Dismissed notices. */
const hidden = signal<ReadonlySet<string>>(new Set());

const isWaiting = ({ state, until }: Challenge): boolean =>
	state === "open" && until > Date.now() + connection.ahead.value;

/** The notices to show: unanswered challenges, and accepted ones whose room was not entered yet. */
export const shownOf = (list: readonly Challenge[], put: ReadonlySet<string>): readonly Challenge[] =>
	list.filter((each) => !put.has(each.id) && (isWaiting(each) || (each.state === "accepted" && each.mine)));

export const shown = () => shownOf(challenges.value, hidden.value);

export function hide(id: string): void {
	hidden.value = new Set([...hidden.value, id]);
}

function take({ challenges: list }: Challenges): void {
	const before = challenges.peek();
	challenges.value = list;
	for (const each of list) {
		const words = profileWords.peek();
		const isNew = !before.some(({ id }) => id === each.id);
		if (isNew && !each.mine && each.state === "open") {
			sounds.play("hint");
			announce(words.challenges(each.by), true);
		}
		if (each.mine && each.state !== "open" && !told.has(each.id) && own.has(each.id)) {
			told.add(each.id);
			if (each.state === "declined") toast({ text: words.declined(each.to) });
			else if (route.peek().page !== "room" && route.peek().page !== "game") void enter(each);
			else sounds.play("hint");
		}
	}
}

/** Go to the room of an accepted challenge, where the visitor is ready at once. */
export async function enter({ id, room }: Challenge): Promise<void> {
	hide(id);
	expect(room);
	await preload("room");
	go(`/room/${room}`);
}

export async function challenge(request: ChallengeRequest): Promise<void> {
	connection.start();
	listen();
	const made = await postJson<Challenge>("/api/challenges", request);
	own.add(made.id);
	if (!challenges.value.some(({ id }) => id === made.id)) challenges.value = [...challenges.value, made];
}

export async function reply(to: Challenge, accept: boolean): Promise<void> {
	const answered = await postJson<Challenge>(`/api/challenges/${to.id}/reply`, { accept });
	if (accept) await enter(answered);
	else hide(to.id);
}

let isListening = false;
/** Listen for challenges from now on, on every screen. */
export function listen(): void {
	if (isListening) return;
	isListening = true;
	connection.start();
	connection.overhear((message) => {
		if (message.type === "challenges") take(message);
	});
	effect(() => {
		if (connection.hellos.value) getJson<Challenges>("/api/challenges").then(take, () => {});
	});
}
