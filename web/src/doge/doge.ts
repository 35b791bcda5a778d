// Doge mode: stones with faces. Rules, layout and labels stay as they are.
import { signal } from "@preact/signals";

export const doge = signal(false);
