// The page's WebSocket connection. It reconnects by itself and sends unconfirmed commands again under the same id, which the
// server executes once only.
import { signal } from "@preact/signals";
import {
	type Create,
	type Done,
	type FromClient,
	PROTOCOL,
	type Refused,
	type RoomCommand,
	type ToClient,
} from "./messages";

export type ConnectionState = "closed" | "connecting" | "open" | "lost";
type Without<T> = T extends { id: string } ? Omit<T, "id"> : never;
/** A command without its id. */
export type CommandBody = Without<RoomCommand | Create>;

/** A command that the server refused. */
export class Refusal extends Error {
	constructor(readonly answer: Refused) {
		super(answer.detail || answer.reason);
	}
}

interface Watcher {
	/** The last `seq` received; 0 for none. */
	since(): number;
	hear(message: ToClient): void;
}

interface Waiting {
	readonly command: FromClient;
	done(answer: Done): void;
	refused(answer: Refused): void;
}

/** Between two heartbeats. */
const PING_INTERVAL_MS = 10_000;
/** Without an answer for this long, the socket counts as dead. */
const PONG_TIMEOUT_MS = 6_000;
/** Upper limit of the backoff between two attempts to connect. */
const MAX_RETRY_DELAY_MS = 8_000;
/** Close code of a server that restarts or hands us to another of its processes. */
const SERVICE_RESTART = 1012;
/** Messages about rooms that are not watched. */
const UNWATCHED: readonly string[] = ["lobby_change", "paired", "slow_changed"] satisfies ToClient["type"][];

/** Time for such a reconnection before the page reports a lost connection. */
const RECONNECT_GRACE_MS = 2_000;

export class Connection {
	readonly state = signal<ConnectionState>("closed");
	/** When the next attempt starts, by the local clock. */
	readonly retryAt = signal(0);
	/** The server speaks another protocol version: the page is outdated. */
	readonly outdated = signal(false);
	/** Connections so far; subscriptions are renewed when it changes. */
	readonly hellos = signal(0);
	/** The visitor's id. */
	readonly me = signal("");
	/** The server's clock minus the local one, in milliseconds. */
	readonly ahead = signal(0);
	readonly #waiting = new Map<string, Waiting>();
	readonly #watchers = new Map<string, Watcher>();
	readonly #listeners = new Set<(message: ToClient) => void>();
	#socket: WebSocket | null = null;
	/** Whether the server has greeted us on this socket. */
	#ready = false;
	#silence = 0;
	#tries = 0;
	#retry = 0;
	#ping = 0;
	#deadline = 0;

	constructor(
		private readonly url: () => string,
		private readonly open: (url: string) => WebSocket = (url) => new WebSocket(url),
	) {}

	/** Connect, and stay connected. */
	start(): void {
		if (this.state.peek() === "closed") this.#connect();
	}

	/** Retry at once, or check a connection that may be dead. */
	hurry(): void {
		if (this.state.peek() === "lost") this.#connect();
		else if (this.#ready) this.#sendPing();
	}

	watch(room: string, watcher: Watcher): () => void {
		this.start();
		this.#watchers.set(room, watcher);
		if (this.#ready) this.#put({ type: "watch", room, since: watcher.since() });
		return () => {
			if (this.#watchers.get(room) !== watcher) return;
			this.#watchers.delete(room);
			if (this.#ready) this.#put({ type: "unwatch", room });
		};
	}

	/**
	 * Send a command. Resolves when it is stored, rejects with a `Refusal`. A command that still waits for a connection when
	 * `signal` aborts is not sent, and rejects with the signal's reason.
	 */
	ask(body: CommandBody, signal?: AbortSignal): Promise<Done> {
		this.start();
		const command = { ...body, id: commandId() } as FromClient & { id: string };
		return new Promise((done, refuse) => {
			this.#waiting.set(command.id, { command, done, refused: (answer) => refuse(new Refusal(answer)) });
			if (this.#ready) this.#put(command);
			else
				signal?.addEventListener("abort", () => {
					if (!this.#ready && this.#waiting.delete(command.id)) refuse(signal.reason);
				});
		});
	}

	/** Send a message that needs no confirmation; dropped while offline. */
	say(message: FromClient): void {
		if (this.#ready) this.#put(message);
	}

	/** Listen to messages that belong to no watched room, until the returned function is called. */
	overhear(listener: (message: ToClient) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	#put(message: FromClient): void {
		this.#socket?.send(JSON.stringify(message));
	}

	#connect(): void {
		clearTimeout(this.#retry);
		this.#socket?.close();
		if (this.state.peek() === "closed") this.state.value = "connecting";
		const socket = this.open(this.url());
		this.#socket = socket;
		socket.onmessage = (event) => {
			if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ToClient);
		};
		socket.onclose = (event) => {
			if (socket === this.#socket) this.#lost(event.code === SERVICE_RESTART);
		};
		this.#expectAnswer();
	}

	/** Close the socket unless the server answers in time: a dead one may look open. */
	#expectAnswer(): void {
		clearTimeout(this.#deadline);
		const asked = this.#socket;
		this.#deadline = window.setTimeout(() => {
			if (!asked || asked !== this.#socket) return;
			asked.onclose = null;
			asked.close();
			this.#lost();
		}, PONG_TIMEOUT_MS);
	}

	/** `moves`: another server process takes over, so retry at once and stay silent for a moment. */
	#lost(moves = false): void {
		const wasReady = this.#ready;
		this.#socket = null;
		this.#ready = false;
		clearInterval(this.#ping);
		clearTimeout(this.#deadline);
		if (moves && wasReady) this.#silence = window.setTimeout(() => this.#giveUp(), RECONNECT_GRACE_MS);
		const wait = this.#silence ? 50 + 250 * Math.random() : Math.min(MAX_RETRY_DELAY_MS, 500 * 2 ** this.#tries++);
		this.retryAt.value = Date.now() + wait;
		if (!this.#silence) this.state.value = "lost";
		this.#retry = window.setTimeout(() => this.#connect(), wait);
	}

	#giveUp(): void {
		this.#silence = 0;
		this.state.value = "lost";
	}

	#hear(message: ToClient): void {
		switch (message.type) {
			case "hello":
				this.me.value = message.me;
				this.outdated.value = message.protocol !== PROTOCOL;
				this.ahead.value = message.now - Date.now();
				this.#opened();
				break;
			case "pong":
				clearTimeout(this.#deadline);
				this.ahead.value = message.now - Date.now();
				for (const [room, watcher] of this.#watchers) {
					const seq = message.rooms[room];
					if (seq === undefined || seq > watcher.since()) this.#put({ type: "watch", room, since: watcher.since() });
				}
				break;
			case "done":
				this.#waiting.get(message.id)?.done(message);
				this.#waiting.delete(message.id);
				break;
			case "refused":
				if (this.#waiting.has(message.id)) this.#waiting.get(message.id)?.refused(message);
				else for (const listener of this.#listeners) listener(message);
				this.#waiting.delete(message.id);
				break;
			default:
				if ("room" in message && !UNWATCHED.includes(message.type)) this.#watchers.get(message.room)?.hear(message);
				else for (const listener of this.#listeners) listener(message);
		}
	}

	#opened(): void {
		clearTimeout(this.#deadline);
		this.#tries = 0;
		this.#ready = true;
		this.hellos.value += 1;
		clearTimeout(this.#silence);
		this.#silence = 0;
		this.state.value = "open";
		for (const [room, watcher] of this.#watchers) this.#put({ type: "watch", room, since: watcher.since() });
		for (const { command } of this.#waiting.values()) this.#put(command);
		clearInterval(this.#ping);
		this.#ping = window.setInterval(() => this.#sendPing(), PING_INTERVAL_MS);
	}

	#sendPing(): void {
		this.#put({ type: "ping", sent: Date.now() });
		this.#expectAnswer();
	}
}

/** A random command id. */
export const commandId = (): string =>
	Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, "0")).join("");

export const connection = new Connection(
	() => `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`,
);
addEventListener("online", () => connection.hurry());
document.addEventListener("visibilitychange", () => {
	if (!document.hidden) connection.hurry();
});
