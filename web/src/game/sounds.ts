// Synthesised sounds: stones, captures, hints, the end of a game.
import { settings } from "../browser/settings";

/** Silence after which the audio device is let go: kept open, it takes power all through a long think. */
const SILENCE = 5000;

let context: AudioContext | null = null;
let silent: ReturnType<typeof setTimeout> | undefined;

function audio(): AudioContext | null {
	if (!settings.value.sound || typeof AudioContext === "undefined") return null;
	context ??= new AudioContext();
	if (context.state === "suspended") void context.resume();
	clearTimeout(silent);
	silent = setTimeout(() => void context?.suspend(), SILENCE);
	return context;
}

interface Tone {
	at?: number;
	from: number;
	to?: number;
	long: number;
	loud: number;
	type?: OscillatorType;
}

function tone(sound: AudioContext, { at = 0, from, to = from, long, loud, type = "sine" }: Tone): void {
	const start = sound.currentTime + at;
	const source = sound.createOscillator();
	const gain = sound.createGain();
	source.type = type;
	source.frequency.setValueAtTime(from, start);
	source.frequency.exponentialRampToValueAtTime(to, start + long);
	gain.gain.setValueAtTime(0.0001, start);
	gain.gain.exponentialRampToValueAtTime(loud, start + 0.004);
	gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
	source.connect(gain).connect(sound.destination);
	source.start(start);
	source.stop(start + long + 0.02);
}

/** The knock of a stone on wood: a burst of noise over a short low tone. */
function knock(sound: AudioContext, at = 0, loud = 0.5): void {
	const start = sound.currentTime + at;
	const length = Math.floor(sound.sampleRate * 0.05);
	const buffer = sound.createBuffer(1, length, sound.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 8;
	const noise = sound.createBufferSource();
	const band = sound.createBiquadFilter();
	const gain = sound.createGain();
	noise.buffer = buffer;
	band.type = "bandpass";
	band.frequency.value = 2400;
	band.Q.value = 0.9;
	gain.gain.value = loud;
	noise.connect(band).connect(gain).connect(sound.destination);
	noise.start(start);
	tone(sound, { at, from: 340, to: 150, long: 0.07, loud: loud * 0.5 });
}

const SOUNDS = {
	stone: (s: AudioContext) => knock(s),
	capture: (s: AudioContext) => {
		knock(s);
		tone(s, { at: 0.09, from: 520, to: 880, long: 0.12, loud: 0.07, type: "triangle" });
		tone(s, { at: 0.17, from: 620, to: 1040, long: 0.14, loud: 0.07, type: "triangle" });
		knock(s, 0.3, 0.22);
	},
	hint: (s: AudioContext) => {
		tone(s, { from: 740, long: 0.16, loud: 0.06 });
		tone(s, { at: 0.09, from: 988, long: 0.22, loud: 0.06 });
	},
	refused: (s: AudioContext) => tone(s, { from: 180, to: 120, long: 0.14, loud: 0.12, type: "triangle" }),
	grace: (s: AudioContext) => {
		tone(s, { from: 660, long: 0.3, loud: 0.08, type: "triangle" });
		tone(s, { at: 0.14, from: 622, long: 0.45, loud: 0.08, type: "triangle" });
	},
	won: (s: AudioContext) => {
		for (const [i, from] of [523, 659, 784, 1047].entries())
			tone(s, { at: i * 0.09, from, long: 0.6 - i * 0.06, loud: 0.08, type: "triangle" });
	},
	over: (s: AudioContext) => {
		for (const [i, from] of [523, 440, 349].entries())
			tone(s, { at: i * 0.13, from, long: 0.5, loud: 0.07, type: "triangle" });
	},
	tick: (s: AudioContext) => tone(s, { from: 1200, long: 0.04, loud: 0.05 }),
} as const;

/** Play a sound after the next paint, so that it does not delay the stone. */
export function play(name: keyof typeof SOUNDS): void {
	setTimeout(() => {
		try {
			const sound = audio();
			if (sound) SOUNDS[name](sound);
		} catch {
			// No audio device.
		}
	});
}

/** Open the audio device ahead of the first stone: it takes a while. */
export function warm(): void {
	const open = () => {
		try {
			audio();
		} catch {
			// No audio device.
		}
	};
	if ("requestIdleCallback" in window) requestIdleCallback(open, { timeout: 3000 });
	else setTimeout(open, 500);
}
