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
	it("sends nothing before the server has said hello, then everything", async () => {
		const asked = line.ask({ type: "undo", room: "r" });
		expect(last().sent).toEqual([]);
		last().hello();
		expect(last().sent).toMatchObject([{ type: "undo", room: "r" }]);
		const { id } = last().sent[0] as { id: string };
		last().say({ type: "done", id, room: "r", seq: 4 });
		expect(await asked).toMatchObject({ seq: 4 });
		expect(line.me.value).toBe("v1");
	});
	it("sends an unanswered command again under the same id when it is back", () => {
		line.start();
		last().hello();
		void line.ask({ type: "play", room: "r", cell: [9, 9], ply: 0 });
		const first = last().sent[0];
		last().onclose?.({ code: 1006 });
		expect(line.line.value).toBe("lost");
		vi.advanceTimersByTime(600);
		expect(sockets).toHaveLength(2);
		last().hello();
		expect(last().sent).toEqual([first]);
	});
	it("says nothing of a server that changes hands, and loses nothing", () => {
		line.start();
		last().hello();
		last().onclose?.({ code: 1012 });
		expect(line.line.value).toBe("open");
		void line.ask({ type: "undo", room: "r" });
		vi.advanceTimersByTime(300);
		expect(sockets).toHaveLength(2);
		expect(last().sent).toEqual([]);
		last().hello();
		expect(last().sent).toMatchObject([{ type: "undo", room: "r" }]);
		vi.advanceTimersByTime(5_000);
		expect(line.line.value).toBe("open");
	});
	it("says that the connection is lost when a restart takes long", () => {
		line.start();
		last().hello();
		last().onclose?.({ code: 1012 });
		for (let tries = 0; tries < 10 && line.line.value === "open"; tries++) {
			vi.advanceTimersByTime(300);
			last().onclose?.({ code: 1006 });
		}
		expect(line.line.value).toBe("lost");
		vi.advanceTimersByTime(10_000);
		last().hello();
		expect(line.line.value).toBe("open");
	});
	it("asks for what it missed, from the last seq it knows", () => {
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
	it("watches again when a pong tells of a seq it has not seen", () => {
		line.watch("r", { since: () => 3, hear: () => {} });
		last().hello();
		last().sent = [];
		last().say({ type: "pong", sent: 0, now: Date.now(), rooms: { r: 3 } });
		expect(last().sent).toEqual([]);
		last().say({ type: "pong", sent: 0, now: Date.now(), rooms: { r: 5 } });
		expect(last().sent).toEqual([{ type: "watch", room: "r", since: 3 }]);
	});
	it("gives up a socket whose pings stay unanswered", () => {
		line.start();
		last().hello();
		vi.advanceTimersByTime(10_000);
		expect(last().sent).toMatchObject([{ type: "ping" }]);
		vi.advanceTimersByTime(6_000);
		expect(sockets[0]!.closed).toBe(true);
		expect(line.line.value).toBe("lost");
	});
	it("waits longer from try to try, but not for ever", () => {
		line.start();
		const waits: number[] = [];
		for (let i = 0; i < 8; i++) {
			last().onclose?.({ code: 1006 });
			waits.push(line.retryAt.value - Date.now());
			vi.advanceTimersByTime(waits[i]!);
		}
		expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
	});
	it("notices a server that speaks another protocol", () => {
		line.start();
		last().hello();
		expect(line.outdated.value).toBe(false);
		last().say({ type: "hello", me: "v1", protocol: 99, version: "0", now: 0 } as ToClient);
		expect(line.outdated.value).toBe(true);
	});
	it("tells a refusal from an answer", async () => {
		line.start();
		last().hello();
		const asked = line.ask({ type: "play", room: "r", cell: [0, 0], ply: 0 });
		const { id } = last().sent[0] as { id: string };
		last().say({ type: "refused", id, reason: "double_three", detail: "no", room: "r", cell: [0, 0], wait: null });
		await expect(asked).rejects.toBeInstanceOf(Refusal);
	});
});
