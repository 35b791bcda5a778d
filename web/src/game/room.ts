// Store of one room: the server's state, commands not yet confirmed, and the move shown.
import { batch, computed, effect, signal } from "@preact/signals";
import { type Cell, nameOf, type Side, same } from "../board/geometry";
import type { Colours } from "../board/Stones";
import type {
	Action,
	Answer,
	Belief,
	ChatLine,
	LastThinking,
	Note,
	Player,
	Removal,
	RoomCommand,
	RoomEvent,
	RoomState,
	Said,
	Seat,
	Snapshot,
	Suggestion,
	Thinking,
	ToClient,
} from "../wire/messages";
import { connection, Refusal } from "../wire/socket";
import { positionAt } from "./position";

type Act = RoomCommand extends infer C ? (C extends { room: string } ? Omit<C, "id" | "room"> : never) : never;

/** Notifications for sounds, announcements and toasts. */
export type Heard =
	| { kind: "event"; event: RoomEvent; before: readonly Action[]; after: readonly Action[]; state: RoomState }
	| { kind: "suggestion"; suggestion: Suggestion };

export class Room {
	readonly state = signal<RoomState | null>(null);
	readonly actions = signal<readonly Action[]>([]);
	readonly chat = signal<readonly ChatLine[]>([]);
	/** Events that the chat shows. */
	readonly notes = signal<readonly Note[]>([]);
	readonly thinking = signal<Thinking | null>(null);
	/** The engine's search for its last move. */
	readonly remembered = signal<LastThinking | null>(null);
	/** The engine's model of its opponent; sent to those who follow. */
	readonly belief = signal<Belief | null>(null);
	readonly suggestion = signal<Suggestion | null>(null);
	readonly gone = signal(false);
	/** What the owner told this visitor who was sent away; only a snapshot says it. */
	readonly removal = signal<Removal | null>(null);
	/** Spectators of an online room. */
	readonly spectators = signal(0);
	/** A move sent but not yet confirmed. */
	readonly pending = signal<{ cell: Cell; side: Side; ply: number } | null>(null);
	/** The ply shown; null for the latest. */
	readonly shown = signal<number | null>(null);
	/** When the state was received, by `performance.now()`. */
	readonly heardAt = signal(0);
	/** The last refusal, shown at its cell or in a toast. */
	readonly refusal = signal<{ cell: Cell | null; reason: string; detail: string; wait: number | null } | null>(null);
	/** Whether the replay is running. */
	readonly playing = signal(false);
	readonly listeners = new Set<(heard: Heard) => void>();
	#seq = 0;
	#unwatch: (() => void) | null = null;
	#timer = 0;

	/** A room on the server; with an empty id, a game from a link, for viewing only. */
	constructor(readonly id: string) {
		effect(() => {
			clearTimeout(this.#timer);
			if (!this.playing.value) return;
			const ply = this.ply.value;
			if (this.atEnd.value) this.playing.value = false;
			else this.#timer = window.setTimeout(() => this.show(ply + 1), 700);
		});
	}

	static of(snapshot: Snapshot): Room {
		const room = new Room("");
		room.#take(snapshot);
		return room;
	}

	readonly last = computed(() => this.actions.value.length);
	readonly ply = computed(() => Math.min(this.shown.value ?? this.last.value, this.last.value));
	readonly atEnd = computed(() => this.ply.value === this.last.value);
	readonly position = computed(() => positionAt(this.actions.value, this.ply.value, this.state.value?.setup ?? null));
	readonly colours = computed<Colours>(() => {
		const seats = this.state.value?.seats;
		const look = (side: Side) => seats?.find((seat) => seat.color === side)?.stone;
		return { X: look("X") ?? "black", O: look("O") ?? "white" };
	});
	/** Whether this visitor is to act now. */
	readonly mine = computed(() => {
		const state = this.state.value;
		return (
			!!state && !!this.id && state.phase === "playing" && !state.paused && state.acts.includes(connection.me.value)
		);
	});
	/** The side whose stone a click would place; null if it would place none. */
	readonly side = computed<Side | null>(() => {
		const question = this.state.value?.question;
		if (!this.mine.value || !this.atEnd.value || this.pending.value || !question) return null;
		return question.kind === "stone" || question.kind === "pick" || question.kind === "offer" ? question.color : null;
	});
	/** Whether the room is online, with requests, chat and spectators. */
	readonly online = computed(() => this.state.value !== null && this.state.value.kind !== "local");
	/** This visitor's seat in an online room. */
	readonly own = computed<Seat | null>(() => {
		if (!this.online.value || !this.id) return null;
		return this.state.value?.seats.find((seat) => this.isMe(seat)) ?? null;
	});
	/** Whether the game is rated; then there is no help. */
	readonly rated = computed(() => this.online.value && this.state.value!.options.rated);
	/** Whether it is played without help, undo and pauses: rated, or a game of a tournament. */
	readonly strict = computed(() => this.rated.value || !!this.state.value?.tournament);
	readonly over = computed(() => this.state.value?.phase === "over");

	seat(player: Player): Seat | undefined {
		return this.state.value?.seats.find((seat) => seat.player === player);
	}

	/** Whether the seat is this visitor's. */
	isMe(seat: Seat): boolean {
		return seat.holder.type === "person" && seat.holder.visitor === connection.me.value && connection.me.value !== "";
	}

	/** Whether this visitor plays both sides. */
	readonly hotseat = computed(() => this.state.value?.seats.every((seat) => this.isMe(seat)) ?? false);

	name(cell: Cell): string {
		const state = this.state.value;
		return state ? nameOf(cell, state) : "";
	}

	open(): void {
		this.#unwatch ??= connection.watch(this.id, { since: () => this.#seq, hear: (message) => this.#hear(message) });
	}

	close(): void {
		this.#unwatch?.();
		this.#unwatch = null;
		this.playing.value = false;
	}

	show(ply: number | null): void {
		const last = this.last.value;
		this.shown.value = ply === null || ply >= last ? null : Math.max(0, ply);
	}

	step(by: number): void {
		this.playing.value = false;
		this.show(this.ply.value + by);
	}

	/** Start or stop the replay; at the end it starts over. */
	autoplay(): void {
		if (this.playing.value) {
			this.playing.value = false;
			return;
		}
		if (this.atEnd.value) this.show(0);
		this.playing.value = this.last.value > 0;
	}

	/** Play a move. It is shown pale until the server confirms it. */
	async play(cell: Cell): Promise<void> {
		const state = this.state.value;
		const side = this.side.value;
		if (!state || !side) return;
		const closed = state.forbidden.find((shut) => same(shut.cell, cell));
		if (closed) {
			this.refusal.value = { cell, reason: closed.reason, detail: "", wait: null };
			return;
		}
		if (state.rows[cell[1]]?.[cell[0]] !== ".") return;
		batch(() => {
			this.refusal.value = null;
			this.pending.value = { cell, side, ply: state.ply };
		});
		await this.act({ type: "play", cell: [cell[0], cell[1]], ply: state.ply }, cell);
	}

	decide(answer: Answer): Promise<boolean> {
		const ply = this.state.value?.ply ?? 0;
		return this.act({ type: "decide", answer, ply });
	}

	/** Send a command. Refusals are shown, not thrown. Returns whether it was accepted. */
	async act(command: Act, cell: Cell | null = null): Promise<boolean> {
		try {
			await connection.ask({ ...command, room: this.id } as Parameters<typeof connection.ask>[0]);
			return true;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const { reason, detail, wait } = error.answer;
			this.refusal.value = { cell: error.answer.cell ?? cell, reason, detail, wait };
			return false;
		} finally {
			if (command.type === "play") this.pending.value = null;
		}
	}

	#take(snapshot: Snapshot): void {
		batch(() => {
			this.#seq = snapshot.seq;
			this.state.value = snapshot.state;
			this.actions.value = snapshot.actions;
			this.chat.value = snapshot.chat;
			this.notes.value = snapshot.notes;
			this.removal.value = snapshot.removal;
			this.thinking.value = snapshot.thinking;
			this.heardAt.value = performance.now();
		});
	}

	#hear(message: ToClient): void {
		switch (message.type) {
			case "snapshot":
				this.#take(message);
				break;
			case "update": {
				// Updates come in order; those already covered by a snapshot are skipped.
				if (message.seq <= this.#seq) return;
				const before = this.actions.value;
				const after = [...before.slice(0, message.keep), ...message.actions];
				// The players may now read what spectators wrote during the game; who was sent away, why.
				const isOver = this.own.value && this.state.value?.phase === "playing" && message.state.phase !== "playing";
				const isRemoved = !this.removal.value && message.state.banned.includes(connection.me.value);
				if (isOver || isRemoved) connection.say({ type: "watch", room: this.id, since: 0 });
				const moved = message.keep !== before.length || message.actions.length > 0;
				batch(() => {
					this.#seq = message.seq;
					this.state.value = message.state;
					this.actions.value = after;
					this.heardAt.value = performance.now();
					if (message.event.type === "said" && message.event.text)
						this.chat.value = [...this.chat.value, chatLine(message.event, message.state)];
					if (message.note) this.notes.value = [...this.notes.value, message.note];
					if (moved) {
						this.suggestion.value = null;
						this.pending.value = null;
						this.refusal.value = null;
						this.thinking.value = null;
						// Keep showing an old move unless it was taken back.
						if (this.shown.value !== null && this.shown.value >= after.length) this.shown.value = null;
					}
				});
				for (const listener of this.listeners)
					listener({ kind: "event", event: message.event, before, after, state: message.state });
				break;
			}
			case "thinking":
				this.thinking.value = message.done ? null : message;
				break;
			case "remembered":
				this.remembered.value = message;
				break;
			case "belief":
				this.belief.value = message;
				break;
			case "suggestion":
				if (message.ply === this.state.value?.ply) {
					this.suggestion.value = message;
					for (const listener of this.listeners) listener({ kind: "suggestion", suggestion: message });
				}
				break;
			case "audience":
				this.spectators.value = message.spectators;
				break;
			case "gone":
				this.gone.value = true;
				break;
		}
	}
}

function chatLine(said: Said, { seats }: RoomState): ChatLine {
	const { at, visitor, name, text } = said;
	const seat = seats.find(({ holder }) => holder.type === "person" && holder.visitor === visitor);
	return { at, visitor, name, text, seat: seat?.player ?? null };
}

/** The seat that plays a side. */
export const seatOf = (state: RoomState, side: Side): Seat => state.seats.find((seat) => seat.color === side)!;
