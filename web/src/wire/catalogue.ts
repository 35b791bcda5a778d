// The catalogue: rule sets, openings, levels and texts that the server offers. The last one is cached in local storage.
import { effect, signal } from "@preact/signals";
import { settings } from "../browser/settings";
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

/** French is part of the catalogue; other languages are translated from its English (`i18n`). */
const isFrench = () => settings.value.language === "fr";
let asked: Promise<void> | null = null;
let askedInFrench = false;

export function fetchCatalogue(): Promise<void> {
	if (isFrench() && !askedInFrench) asked = null;
	askedInFrench ||= isFrench();
	asked ??= getJson<Catalogue>(`/api/rules?language=${askedInFrench ? "fr" : "en"}`).then(
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

// The language was changed, or the cached catalogue is in English only.
effect(() => {
	if (isFrench() && catalogue.value?.levels.some(({ title }) => !title.fr)) void fetchCatalogue().catch(() => {});
});
