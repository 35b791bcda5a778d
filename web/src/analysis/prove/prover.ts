// Proofs of positions, over the socket: one at a time, and what became of each while the page is open.
import { effect, signal } from "@preact/signals";
import type { Position, Proof, Reason, ToClient } from "../../wire/messages";
import { commandId, connection } from "../../wire/socket";
import { positionKey } from "../thinking/api";

export interface Attempt {
	readonly state: "waiting" | "running" | "done" | "failed";
	/** Positions searched, milliseconds and depth, of all attempts at this position. */
	readonly nodes: number;
	readonly ms: number;
	readonly depth: number;
	/** Moves of the side to move that were shown to lose. */
	readonly refuted: number;
	readonly proof: Proof | null;
	readonly refused: Reason | "lost" | null;
	/** When the last report came, by the page's clock. */
	readonly at: number;
}

const FRESH: Attempt = { state: "running", nodes: 0, ms: 0, depth: 0, refuted: 0, proof: null, refused: null, at: 0 };

/** Whether there is more to find out. */
export const isOpen = (attempt: Attempt): boolean => !attempt.proof?.decided;

type Told = Extract<ToClient, { type: "proving" }>;

/** The attempt after a message; `before` is the attempt that it goes on with. */
export function toldOf(before: Attempt, message: Told, now: number): Attempt {
	return {
		state: message.refused ? "failed" : message.done ? "done" : message.waiting ? "waiting" : "running",
		nodes: before.nodes + message.nodes,
		ms: before.ms + message.ms,
		depth: Math.max(before.depth, message.depth),
		refuted: Math.max(before.refuted, message.refuted),
		proof: message.proof ?? null,
		refused: (message.refused as Reason | null | undefined) ?? null,
		at: now,
	};
}

export class Prover {
	/** By position. */
	readonly known = signal<ReadonlyMap<string, Attempt>>(new Map());
	/** The position at work. */
	readonly busy = signal<string | null>(null);
	/** Requests that are not answered yet, by id, with what they go on with. */
	#asked = new Map<string, { readonly key: string; readonly before: Attempt }>();
	#id = "";

	/** Listen until the returned function is called. */
	attend(): () => void {
		connection.start();
		const stops = [
			connection.overhear((message) => {
				if (message.type !== "proving" && message.type !== "refused") return;
				const asked = this.#asked.get(message.id);
				if (!asked) return;
				if (message.type === "refused")
					this.#end(message.id, { ...asked.before, state: "failed", refused: message.reason });
				else {
					const attempt = toldOf(asked.before, message, performance.now());
					if (message.done) this.#end(message.id, attempt);
					else this.#put(asked.key, attempt);
				}
			}),
			effect(() => {
				if (connection.line.value === "open") return;
				for (const [id, { key }] of [...this.#asked])
					this.#end(id, { ...this.known.peek().get(key)!, state: "failed", refused: "lost" });
			}),
		];
		return () => {
			this.stop();
			for (const stop of stops) stop();
		};
	}

	/** What is known about a position. */
	of(position: Position): Attempt | undefined {
		return this.known.value.get(positionKey(position));
	}

	/** Look for a proof, or go on with it. */
	start(position: Position): void {
		const key = positionKey(position);
		const before = this.known.peek().get(key) ?? FRESH;
		this.#id = commandId();
		this.#asked.set(this.#id, { key, before });
		this.busy.value = key;
		this.#put(key, { ...before, state: "running", proof: null, refused: null, at: performance.now() });
		connection.say({ type: "prove", id: this.#id, position });
	}

	/** End the proof at work; the server tells what it has. */
	stop(): void {
		if (this.#id) connection.say({ type: "prove", id: this.#id });
	}

	#put(key: string, attempt: Attempt): void {
		this.known.value = new Map(this.known.peek()).set(key, attempt);
	}

	#end(id: string, attempt: Attempt): void {
		this.#put(this.#asked.get(id)!.key, attempt);
		this.#asked.delete(id);
		if (id !== this.#id) return;
		this.#id = "";
		this.busy.value = null;
	}
}
