// Doge mode: stones with faces. Rules, layout and labels stay; drawings and words are loaded on first use.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { dialect } from "../i18n";

/** Whether it is on; never before its drawings are loaded. */
export const doge = signal(false);
export const drawings = signal<ComponentType | null>(null);

export interface Word {
	readonly id: number;
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly turn: number;
	readonly colour: string;
}
/** Words shown on the board. */
export const words = signal<readonly Word[]>([]);

export async function toggleDoge(): Promise<boolean> {
	if (!doge.value) {
		const [{ DogeDefs }, { dogeWords }] = await Promise.all([import("./drawings"), import("../i18n/doge")]);
		drawings.value = DogeDefs;
		dialect.value = dogeWords;
	} else dialect.value = null;
	doge.value = !doge.value;
	document.documentElement.classList.toggle("doge", doge.value);
	words.value = [];
	return doge.value;
}
