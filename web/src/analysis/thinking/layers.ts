// Layers on the board. Threats can be toggled together (L) or by kind.
import { computed, signal } from "@preact/signals";
import type { Cell, Side } from "../../board/geometry";
import { KINDS, type Kind } from "../../board/ThreatIcons";
import { recall, remember } from "../../browser/storage";
import { threatens, toggleThreats } from "../../game/thinkingView";
import type { PositionEvaluation, SideThreats } from "../../wire/messages";

export type Layers = Readonly<Record<Kind | "heat" | "glance" | "opinion", boolean>>;

/** Every layer, regardless of the settings. */
export const ALL_LAYERS: Layers = {
	heat: true,
	glance: true,
	opinion: true,
	five: true,
	open_four: true,
	four: true,
	open_three: true,
	capture: true,
	vulnerable: true,
};
const kept = recall("layers") as Partial<Layers> | null;
const chosen = signal({
	...ALL_LAYERS,
	glance: false,
	opinion: false,
	...Object.fromEntries(
		Object.entries(kept ?? {}).filter(([name, on]) => name in ALL_LAYERS && typeof on === "boolean"),
	),
});

/** The layers shown now. */
export const layers = computed((): Layers => {
	const seen = { ...chosen.value };
	if (!threatens.value) for (const kind of KINDS) seen[kind] = false;
	return seen;
});

export function toggleLayer(name: keyof Layers): void {
	const next = { ...layers.value, [name]: !layers.value[name] };
	const any = KINDS.some((kind) => next[kind]);
	// Switching off the last kind switches threats off; the next L brings all back.
	const { heat, glance, opinion } = next;
	const threats = any ? next : { ...chosen.value, heat, glance, opinion };
	chosen.value = threats;
	remember("layers", threats);
	if (any !== threatens.value) toggleThreats();
}

const CELLS: Record<Exclude<Kind, "vulnerable">, (threats: SideThreats) => readonly Cell[]> = {
	five: (threats) => threats.fives,
	open_four: (threats) => threats.open_fours,
	four: (threats) => threats.fours,
	open_three: (threats) => threats.open_threes,
	capture: (threats) => threats.captures.map(({ cell }) => cell),
};

/** The cells where a side has such a threat. */
export const cellsOf = (sight: PositionEvaluation, side: Side, kind: Exclude<Kind, "vulnerable">): readonly Cell[] =>
	CELLS[kind](sight[side]);
