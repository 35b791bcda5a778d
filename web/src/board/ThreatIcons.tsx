// Icons of threats, for the legend and the board: star, square, diamond, triangle, cross, capsule.
import type { JSX } from "preact";

export const KINDS = ["five", "open_four", "four", "open_three", "capture", "vulnerable"] as const;
export type Kind = (typeof KINDS)[number];

const PATHS: Record<Exclude<Kind, "capture" | "vulnerable">, string> = {
	five: "M8 1l2 4.7 5 .5-3.8 3.3 1.2 5L8 11.9 3.6 14.5l1.2-5L1 6.2l5-.5Z",
	open_four: "M4 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2Z",
	four: "M8 1l7 7-7 7-7-7Z",
	open_three: "M8 2l7 12H1Z",
};

/** An icon on a 16 × 16 grid: solid for X, hollow for O. */
export function Sign({ kind, hollow = false }: { kind: Kind; hollow?: boolean }): JSX.Element {
	if (kind === "vulnerable")
		return (
			<rect
				x="1"
				y="4.5"
				width="14"
				height="7"
				rx="3.5"
				fill="none"
				stroke="currentColor"
				stroke-width="2"
				stroke-dasharray="3 2"
			/>
		);
	if (kind === "capture")
		return (
			<path
				d="M3 3l10 10M13 3L3 13"
				stroke-width={hollow ? 2.2 : 3.6}
				stroke="currentColor"
				fill="none"
				stroke-linecap="round"
			/>
		);
	return hollow ? (
		<path d={PATHS[kind]} class="hollow" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
	) : (
		<path d={PATHS[kind]} fill="currentColor" />
	);
}
