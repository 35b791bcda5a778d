import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FromClient, ToClient } from "../src/wire/messages";
import { Connection, Refusal } from "../src/wire/socket";

class FakeSocket {
	sent: FromClient[] = [];
	onmessage: ((event: { data: string }) => void) | null = null;
	onclose: ((event: { code: number }) => void) | null = null;
	closed = false;
	send(text: string) {
		this.sent.push(JSON.parse(text));
	}
	close() {
		this.closed = true;
	}
	say(message: Partial<ToClient> & { type: string }) {
		this.onmessage?.({ data: JSON.stringify(message) });
	}
	hello() {
		this.say({ type: "hello", me: "v1", protocol: 1, version: "0", now: Date.now() } as ToClient);
	}
}

let sockets: FakeSocket[];
let line: Connection;
const last = () => sockets[sockets.length - 1]!;

beforeEach(() => {
	vi.useFakeTimers();
	sockets = [];
	line = new Connection(
		() => "ws://test/ws",
		() => {
			sockets.push(new FakeSocket());
			return last() as unknown as WebSocket;
		},
	);
});

describe("the socket", () => {
	it("queues commands until the server has greeted it", async () => {
		const asked = line.ask({ type: "undo", room: "r" });
		expect(last().sent).toEqual([]);
		last().hello();
		expect(last().sent).toMatchObject([{ type: "undo", room: "r" }]);
		const { id } = last().sent[0] as { id: string };
		last().say({ type: "done", id, room: "r", seq: 4 });
		expect(await asked).toMatchObject({ seq: 4 });
		expect(line.me.value).toBe("v1");
	});
	it("passes on messages about rooms that are not watched", () => {
		line.start();
		last().hello();
		const heard: string[] = [];
		line.overhear(({ type }) => heard.push(type));
		for (const type of ["lobby_change", "paired", "slow_changed", "update"] as const) last().say({ type, room: "r" });
		expect(heard).toEqual(["lobby_change", "paired", "slow_changed"]);
	});
	it("resends an unconfirmed command under the same id after reconnecting", () => {
		line.start();
		last().hello();
		void line.ask({ type: "play", room: "r", cell: [9, 9], ply: 0 });
		const first = last().sent[0];
		last().onclose?.({ code: 1006 });
		expect(line.state.value).toBe("lost");
		vi.advanceTimersByTime(600);
		expect(sockets).toHaveLength(2);
		last().hello();
		expect(last().sent).toEqual([first]);
	});
	it("gives a silent server up, and does not send what was taken back meanwhile", async () => {
		const taken = new AbortController();
		const asked = line.ask({ type: "undo", room: "r" }, taken.signal);
		expect(line.state.value).toBe("connecting");
		vi.advanceTimersByTime(6_000);
		expect(line.state.value).toBe("lost");
		taken.abort();
		await expect(asked).rejects.toBe(taken.signal.reason);
		vi.advanceTimersByTime(1_000);
		last().hello();
		expect(last().sent).toEqual([]);
	});
	it("reconnects silently when another process takes over, and loses nothing", () => {
		line.start();
		last().hello();
		last().onclose?.({ code: 1012 });
		expect(line.state.value).toBe("open");
		void line.ask({ type: "undo", room: "r" });
		vi.advanceTimersByTime(300);
		expect(sockets).toHaveLength(2);
		expect(last().sent).toEqual([]);
		last().hello();
		expect(last().sent).toMatchObject([{ type: "undo", room: "r" }]);
		vi.advanceTimersByTime(5_000);
		expect(line.state.value).toBe("open");
	});
	it("reports a lost connection when a restart takes long", () => {
		line.start();
		last().hello();
		last().onclose?.({ code: 1012 });
		for (let tries = 0; tries < 10 && line.state.value === "open"; tries++) {
			vi.advanceTimersByTime(300);
			last().onclose?.({ code: 1006 });
		}
		expect(line.state.value).toBe("lost");
		vi.advanceTimersByTime(10_000);
		last().hello();
		expect(line.state.value).toBe("open");
	});
	it("requests missed events from the last known seq", () => {
		let seq = 0;
		line.watch("r", { since: () => seq, hear: () => {} });
		last().hello();
		expect(last().sent).toEqual([{ type: "watch", room: "r", since: 0 }]);
		seq = 7;
		last().onclose?.({ code: 1006 });
		vi.advanceTimersByTime(600);
		last().hello();
		expect(last().sent).toEqual([{ type: "watch", room: "r", since: 7 }]);
	});
	it("watches again when a pong reports an unknown seq", () => {
		line.watch("r", { since: () => 3, hear: () => {} });
		last().hello();
		last().sent = [];
		last().say({ type: "pong", sent: 0, now: Date.now(), rooms: { r: 3 } });
		expect(last().sent).toEqual([]);
		last().say({ type: "pong", sent: 0, now: Date.now(), rooms: { r: 5 } });
		expect(last().sent).toEqual([{ type: "watch", room: "r", since: 3 }]);
	});
	it("drops a socket whose pings time out", () => {
		line.start();
		last().hello();
		vi.advanceTimersByTime(10_000);
		expect(last().sent).toMatchObject([{ type: "ping" }]);
		vi.advanceTimersByTime(6_000);
		expect(sockets[0]!.closed).toBe(true);
		expect(line.state.value).toBe("lost");
	});
	it("backs off exponentially, up to a limit", () => {
		line.start();
		const waits: number[] = [];
		for (let i = 0; i < 8; i++) {
			last().onclose?.({ code: 1006 });
			waits.push(line.retryAt.value - Date.now());
			vi.advanceTimersByTime(waits[i]!);
		}
		expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
	});
	it("detects a server with another protocol version", () => {
		line.start();
		last().hello();
		expect(line.outdated.value).toBe(false);
		last().say({ type: "hello", me: "v1", protocol: 99, version: "0", now: 0 } as ToClient);
		expect(line.outdated.value).toBe(true);
	});
	it("rejects refused commands", async () => {
		line.start();
		last().hello();
		const asked = line.ask({ type: "play", room: "r", cell: [0, 0], ply: 0 });
		const { id } = last().sent[0] as { id: string };
		last().say({ type: "refused", id, reason: "double_three", detail: "no", room: "r", cell: [0, 0], wait: null });
		await expect(asked).rejects.toBeInstanceOf(Refusal);
	});
});
