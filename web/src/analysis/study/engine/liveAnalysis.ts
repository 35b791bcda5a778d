// Continuous analysis of the position shown, over the socket.
import { effect, signal, untracked } from "@preact/signals";
import { recall, remember } from "../../../browser/storage";
import type { EnginePower, Position, Reason, ThinkingInfo } from "../../../wire/messages";
import { commandId, connection } from "../../../wire/socket";
import type { StudyStore } from "../studyStore";

export const MAX_LINES = 10;

interface EngineSettings {
	readonly on: boolean;
	readonly lines: number;
	/** Threads and memory for the engine; null for all that the server allows. */
	readonly power: EnginePower | null;
}

const kept = recall("analyse") as Partial<EngineSettings> | null;
const lines = kept?.lines ?? 3;
const isPower = (power: Partial<EnginePower> | null | undefined): power is EnginePower =>
	[power?.threads, power?.memory].every((value) => Number.isInteger(value) && value! >= 1);

/** What the server allows; null until it has said so. */
export const most = signal<EnginePower | null>(null);
/** Whether the engine is on, with how many lines and which resources. */
export const engineSettings = signal<EngineSettings>({
	on: kept?.on !== false,
	lines: Number.isInteger(lines) && lines >= 1 && lines <= MAX_LINES ? lines : 3,
	power: isPower(kept?.power) ? kept.power : null,
});

export function changeEngine(changes: Partial<EngineSettings>): void {
	engineSettings.value = { ...engineSettings.value, ...changes };
	remember("analyse", engineSettings.value);
}

export interface Thought {
	readonly position: Position;
	readonly infos: readonly ThinkingInfo[];
	readonly state: "live" | "waiting" | "done" | "failed";
	/** The server's reason for a refusal: the position of a rated game in progress. */
	readonly refused?: Reason;
}

/** Stepping through a game starts no search until it rests on a move for this long. */
const DEBOUNCE_MS = 150;

export class Analysis {
	readonly thought = signal<Thought | null>(null);
	/** Paused while a review needs the engine. */
	readonly rest = signal(false);
	#id = "";

	constructor(readonly store: StudyStore) {}

	/** Analyse until the returned function is called. */
	attend(): () => void {
		connection.start();
		let timer = 0;
		const stops = [
			connection.overhear((message) => {
				if ((message.type !== "analysis" && message.type !== "refused") || message.id !== this.#id) return;
				const thought = this.thought.value;
				if (!thought) return;
				if (message.type === "refused") {
					this.thought.value = { ...thought, state: "failed", refused: message.reason };
					return;
				}
				if (message.most) most.value = message.most;
				const infos = message.info
					? [...thought.infos.filter((info) => info.depth < message.info!.depth), message.info]
					: thought.infos;
				const state = message.refused ? "failed" : message.done ? "done" : message.waiting ? "waiting" : "live";
				this.thought.value = { ...thought, infos, state };
			}),
			effect(() => {
				const { on, lines, power } = engineSettings.value;
				const { view, position, draft } = this.store;
				const wanted =
					on && !this.rest.value && !draft.value && view.value?.can_think && connection.state.value === "open"
						? position.value
						: null;
				clearTimeout(timer);
				untracked(() => {
					if (this.#id) connection.say({ type: "analyse", id: "stop" });
					this.#id = "";
					this.thought.value = wanted ? { position: wanted, infos: [], state: "live" } : null;
				});
				if (wanted)
					timer = window.setTimeout(() => {
						this.#id = commandId();
						connection.say({ type: "analyse", id: this.#id, position: wanted, lines, power });
					}, DEBOUNCE_MS);
			}),
		];
		return () => {
			clearTimeout(timer);
			for (const stop of stops) stop();
			if (this.#id) connection.say({ type: "analyse", id: "stop" });
		};
	}
}
