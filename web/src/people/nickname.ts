// The visitor's name in rooms: the one they set, or a random one kept in this browser.

import { change, settings } from "../browser/settings";
import { recall, remember } from "../browser/storage";

const FIRST = ["paper", "quiet", "amber", "north", "river", "silver", "early", "little", "maple", "stone"];
const SECOND = ["boat", "heron", "fox", "lantern", "teapot", "cloud", "sparrow", "harbour", "garden", "comet"];
const pick = (words: readonly string[]): string => words[Math.floor(Math.random() * words.length)]!;

export function nickname(): string {
	if (settings.value.name) return settings.value.name;
	const kept = recall("nickname");
	if (typeof kept === "string" && kept) return kept.slice(0, 40);
	const made = `${pick(FIRST)}-${pick(SECOND)}`;
	remember("nickname", made);
	return made;
}

export const setNickname = (name: string): void => change({ name: name.trim().slice(0, 40) });
