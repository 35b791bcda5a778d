// The catalogue: rule sets, openings, levels and texts that the server offers. The last one is cached in local storage.
import { signal } from "@preact/signals";
import { recall, remember } from "../browser/storage";
import { getJson } from "./http";
import type { Catalogue } from "./messages";

/** The catalogue; the cached one until the server has answered. */
export const catalogue = signal<Catalogue | null>(recall("catalogue") as Catalogue | null);
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
