import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** An audio device that knows whether it is open. */
class Device {
	static last: Device;
	state = "running";
	sampleRate = 8000;
	currentTime = 0;
	constructor() {
		Device.last = this;
	}
	resume = () => {
		this.state = "running";
	};
	suspend = () => {
		this.state = "suspended";
	};
	createBuffer = () => ({ getChannelData: () => new Float32Array(400) });
	createBufferSource = () => this.part();
	createBiquadFilter = () => this.part();
	createOscillator = () => this.part();
	createGain = () => this.part();
	private part() {
		const value = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
		const part = { frequency: value, gain: value, Q: value, start: () => {}, stop: () => {}, connect: () => part };
		return part;
	}
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("AudioContext", Device);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test("the audio device is let go after some seconds of silence, and opened again by the next sound", async () => {
	const { play } = await import("../src/game/sounds");
	play("stone");
	vi.advanceTimersByTime(4000);
	play("capture");
	vi.advanceTimersByTime(4000);
	expect(Device.last.state).toBe("running");
	vi.advanceTimersByTime(2000);
	expect(Device.last.state).toBe("suspended");
	play("stone");
	vi.advanceTimersByTime(10);
	expect(Device.last.state).toBe("running");
});
