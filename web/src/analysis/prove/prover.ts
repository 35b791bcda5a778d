// Proofs of positions, over the socket: one at a time, and the result of each.
import { batch, effect, signal } from "@preact/signals";
import type { Cell } from "../../board/geometry";
import type { Position, Proof, ProofAttack, ProofStage, Reason, ToClient } from "../../wire/messages";
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
	/** The widest attack allowed, the current one, and the effort of each over all attempts. */
	readonly widest: ProofAttack;
	readonly attack: ProofAttack | null;
	readonly stages: readonly ProofStage[];
	readonly proof: Proof | null;
	readonly refused: Reason | "lost" | null;
	/** When the last report came, by the page's clock. */
	readonly at: number;
	/** Whether it was proved before the page was opened. */
	readonly isKept?: boolean;
}

/** What was proved about a position, and the moves that led there in the study. */
export interface Settled {
	readonly attempt: Attempt & { readonly proof: Proof };
	readonly path: readonly Cell[];
}

/** Kinds of attack, each with those before it. */
export const ATTACKS = ["fours", "threes", "every"] as const satisfies readonly ProofAttack[];

export const FRESH: Attempt = {
	state: "running",
	nodes: 0,
	ms: 0,
	depth: 0,
	refuted: 0,
	widest: "every",
	attack: null,
	stages: [],
	proof: null,
	refused: null,
	at: 0,
};

/** Whether an attack may find more: nothing is decided, and it was not searched to the end. */
export const isOpen = ({ proof, widest }: Attempt, by: ProofAttack): boolean =>
	!proof?.decided && !(proof?.exhausted && ATTACKS.indexOf(widest) >= ATTACKS.indexOf(by));

/** The effort of each kind of attack, earlier attempts included. */
const added = (before: readonly ProofStage[], now: readonly ProofStage[]): ProofStage[] =>
	ATTACKS.flatMap((attack) => {
		const both = [...before, ...now].filter((stage) => stage.attack === attack);
		if (!both.length) return [];
		const sum = (of: (stage: ProofStage) => number) => both.reduce((total, stage) => total + of(stage), 0);
		return [{ attack, nodes: sum(({ nodes }) => nodes), ms: sum(({ ms }) => ms) }];
	});

type Told = Extract<ToClient, { type: "proving" }>;

/** The attempt after a message; `before` is the attempt that it resumes. */
export function toldOf(before: Attempt, message: Told, now: number): Attempt {
	return {
		state: message.refused ? "failed" : message.done ? "done" : message.waiting ? "waiting" : "running",
		nodes: before.nodes + message.nodes,
		ms: before.ms + message.ms,
		depth: Math.max(before.depth, message.depth),
		widest: before.widest,
		attack: message.attack ?? null,
		stages: added(before.stages, message.stages),
		refuted: Math.max(before.refuted, message.refuted),
		proof: message.proof ?? null,
		refused: (message.refused as Reason | null | undefined) ?? null,
		at: now,
	};
}

export class Prover {
	/** By position. */
	readonly known = signal<ReadonlyMap<string, Attempt>>(new Map());
	/** Results by position; a running attempt is added when it ends. */
	readonly settled = signal<ReadonlyMap<string, Settled>>(new Map());
	/** The kind of attack allowed in the next attempt. */
	readonly attack = signal<ProofAttack>("every");
	/** The position being proved. */
	readonly busy = signal<string | null>(null);
	/** Unanswered requests by id, with the attempt that they resume. */
	#asked = new Map<string, { readonly key: string; readonly before: Attempt; readonly path: readonly Cell[] }>();
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
				if (connection.state.value === "open") return;
				for (const [id, { key }] of [...this.#asked])
					this.#end(id, { ...this.known.peek().get(key)!, state: "failed", refused: "lost" });
			}),
		];
		return () => {
			this.stop();
			for (const stop of stops) stop();
		};
	}

	/** The attempt at a position, if any. */
	of(position: Position): Attempt | undefined {
		return this.known.value.get(positionKey(position));
	}

	/** Show stored proofs, where there is no newer result. */
	restore(kept: readonly { readonly position: Position; readonly settled: Settled }[]): void {
		const [known, settled] = [new Map(this.known.peek()), new Map(this.settled.peek())];
		for (const { position, settled: found } of kept) {
			const key = positionKey(position);
			if (known.has(key)) continue;
			known.set(key, found.attempt);
			settled.set(key, found);
		}
		batch(() => {
			this.known.value = known;
			this.settled.value = settled;
		});
	}

	/** Start or resume a proof; `path` are the moves to the position. */
	start(position: Position, path: readonly Cell[]): void {
		const key = positionKey(position);
		const attack = this.attack.peek();
		const before = { ...(this.known.peek().get(key) ?? FRESH), widest: attack };
		this.#id = commandId();
		this.#asked.set(this.#id, { key, before, path });
		this.busy.value = key;
		this.#put(key, { ...before, state: "running", proof: null, refused: null, at: performance.now(), isKept: false });
		connection.say({ type: "prove", id: this.#id, position, attack });
	}

	/** Stop the running proof; the server reports what it has found. */
	stop(): void {
		if (this.#id) connection.say({ type: "prove", id: this.#id });
	}

	#put(key: string, attempt: Attempt): void {
		this.known.value = new Map(this.known.peek()).set(key, attempt);
	}

	#end(id: string, attempt: Attempt): void {
		const { key, path } = this.#asked.get(id)!;
		const { proof } = attempt;
		if (id !== this.#id && this.busy.peek() === key) {
			this.#asked.delete(id); // a newer attempt at the same position took its place
			return;
		}
		batch(() => {
			this.#put(key, attempt);
			if (proof) this.settled.value = new Map(this.settled.peek()).set(key, { attempt: { ...attempt, proof }, path });
		});
		this.#asked.delete(id);
		if (id !== this.#id) return;
		this.#id = "";
		this.busy.value = null;
	}
}
