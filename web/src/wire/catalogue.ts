// The catalogue: rule sets, openings, levels and texts that the server offers. The last one is cached in local storage.
import { signal } from "@preact/signals";
import { recall, remember } from "../browser/storage";
import { getJson } from "./http";
import type { Catalogue, Preset } from "./messages";

/** The catalogue; the cached one until the server has answered. */
export const catalogue = signal<Catalogue | null>(recall("catalogue") as Catalogue | null);

/** The rule set of a first visit, before there is a catalogue. */
export const DEFAULT_RULES = "42";
const FIRST_PRESETS = 4;
/** The rule sets that a short menu shows: the first of the catalogue, and others that are in use. */
export const firstPresets = (known: Catalogue | null, inUse: readonly string[] = []): readonly Preset[] =>
	known?.presets.filter(({ name }, i) => i < FIRST_PRESETS || inUse.includes(name)) ?? [];

let asked: Promise<void> | null = null;

export function fetchCatalogue(): Promise<void> {
	asked ??= getJson<Catalogue>("/api/rules").then(
		(fresh) => {
			catalogue.value = fresh;
			remember("catalogue", fresh);
		},
		(error) => {
			asked = null;
			if (!catalogue.value) throw error;
		},
	);
	return asked;
}
