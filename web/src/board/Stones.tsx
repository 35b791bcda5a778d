// Stones: SVG symbols shared by every picture of the page, and single stones as icons.
import { doge } from "../doge/mode";
import type { Side } from "./geometry";

export const STONES = ["black", "white", "coral", "jade", "lapis", "amber", "plum", "pearl"] as const;
export type Stone = (typeof STONES)[number];
export type Colours = Readonly<Record<Side, Stone>>;

/** Light stones need dark text. */
export const isLight = (stone: Stone): boolean => stone === "white" || stone === "pearl" || stone === "amber";
/** Whether a red dot shows on the stone. */
export const isPlain = (stone: Stone): boolean => stone === "black" || stone === "white" || stone === "pearl";
export const tooAlike = (a: Stone, b: Stone): boolean =>
	a === b || (a === "white" && b === "pearl") || (a === "pearl" && b === "white");

/** The next colour in turn, skipping those too similar to the opponent's. */
export function nextLook(now: Stone, against: Stone): Stone {
	let i = STONES.indexOf(now);
	do i = (i + 1) % STONES.length;
	while (tooAlike(STONES[i]!, against));
	return STONES[i]!;
}

const SHADES: Record<Stone, readonly [string, string, string, string]> = {
	black: ["#77757a", "#333237", "#141317", "#050506"],
	white: ["#ffffff", "#f8f4ea", "#e0d8c6", "#b4a88f"],
	coral: ["#ffb59e", "#e5613f", "#b23a1d", "#7d230d"],
	jade: ["#a5e6c8", "#2f9e73", "#146a4a", "#0a452f"],
	lapis: ["#a9c6ff", "#3a6fd0", "#1d479a", "#0f2b66"],
	amber: ["#ffe6a3", "#edb02f", "#b87c0c", "#7f5305"],
	plum: ["#e0b5f0", "#9650b4", "#632a80", "#401555"],
	pearl: ["#ffffff", "#eef1f6", "#c6cdd8", "#97a1b1"],
};
const TURNS = [20, -35, 75];

const Shine = ({ strength }: { strength: number }) => (
	<ellipse
		cx="-6.2"
		cy="-8.4"
		rx="6.6"
		ry="4.2"
		transform="rotate(-36 -6.2 -8.4)"
		fill="url(#g-spec)"
		opacity={strength}
	/>
);

const Shell = ({ turn }: { turn: number }) => (
	<g transform={`rotate(${turn})`} fill="none" stroke="#a58f66" stroke-width=".8" opacity=".11">
		<path d="M-17-6Q0-1 17-6.5M-18-1.5Q0 3.5 18-2M-18.2 3Q0 8 18.2 2.5M-17 7.5Q0 12.5 17 7M-14.5 12Q0 16 14.5 11.5M-15.5-10.5Q0-6 15-11" />
	</g>
);

function Shape({ stone, id, turn }: { stone: Stone; id: string; turn?: number }) {
	return (
		<g id={id}>
			<circle r="18.9" fill={`url(#g-${stone})`} />
			{turn !== undefined && <Shell turn={turn} />}
			{stone === "black" ? (
				<circle r="18.2" fill="none" stroke="url(#g-rim)" stroke-width="1.3" />
			) : (
				<circle r="18.6" fill="none" stroke="#000" stroke-opacity=".1" stroke-width=".6" />
			)}
			<Shine strength={stone === "black" ? 0.55 : 0.9} />
		</g>
	);
}

/** Symbol definitions; rendered once, at the top of the page. */
export function StoneDefs() {
	return (
		<svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true">
			<defs>
				{STONES.map((stone) => (
					<radialGradient key={stone} id={`g-${stone}`} cx=".36" cy=".3" r=".78">
						{SHADES[stone].map((shade, i) => (
							<stop key={shade} offset={[0, stone === "black" ? 0.34 : 0.4, 0.78, 1][i]} stop-color={shade} />
						))}
					</radialGradient>
				))}
				<radialGradient id="g-spec">
					<stop offset="0" stop-color="#fff" stop-opacity=".75" />
					<stop offset="1" stop-color="#fff" stop-opacity="0" />
				</radialGradient>
				<linearGradient id="g-rim" x1="0" y1="0" x2="1" y2="1">
					<stop offset=".1" stop-color="#fff" stop-opacity=".26" />
					<stop offset=".45" stop-color="#fff" stop-opacity="0" />
					<stop offset=".8" stop-color="#fff" stop-opacity=".04" />
					<stop offset="1" stop-color="#fff" stop-opacity=".2" />
				</linearGradient>
				<radialGradient id="g-shadow">
					<stop offset=".55" stop-color="#1c0e02" stop-opacity=".62" />
					<stop offset=".82" stop-color="#1c0e02" stop-opacity=".26" />
					<stop offset="1" stop-color="#1c0e02" stop-opacity="0" />
				</radialGradient>
				{TURNS.map((turn, i) => (
					<Shape key={turn} stone="white" id={`s-white${i}`} turn={turn} />
				))}
				{STONES.map((stone) => (
					<Shape key={stone} stone={stone} id={`s-${stone}`} turn={stone === "white" ? 20 : undefined} />
				))}
			</defs>
		</svg>
	);
}

/** The symbol of a stone. White shells come in several rotations, so that neighbours differ. */
export function symbol(stone: Stone, side: Side, x = 0, y = 0): string {
	if (doge.value) return side === "X" ? "#s-dogeb" : "#s-dogew";
	return stone === "white" ? `#s-white${(x * 7 + y * 5) % 3}` : `#s-${stone}`;
}

interface IconProps {
	stone: Stone;
	side?: Side;
	size?: number;
}

/** A stone as an icon beside text. */
export function StoneIcon({ stone, side = "X", size = 38 }: IconProps) {
	const faces = doge.value;
	return (
		<svg class="st" viewBox={faces ? "-22 -25 44 46" : "-21 -21 43 44"} width={size} height={size} aria-hidden="true">
			{!faces && <circle cx="1.5" cy="2.6" r="20.5" fill="url(#g-shadow)" opacity=".6" />}
			<use href={symbol(stone, side)} />
			{!faces && <circle class="icon-rim" r="19.6" />}
		</svg>
	);
}

/** Captured stones in a pocket. */
export function PairIcon({ stone, side = "X", count = 2 }: IconProps & { count?: number }) {
	const faces = doge.value;
	return (
		<svg viewBox="0 0 64 44" aria-hidden="true">
			{Array.from({ length: count }, (_, i) => (
				<g key={i} transform={`translate(${32 - 10 * (count - 1) + 20 * i} ${21 + (i % 2)})`}>
					{!faces && <circle cx="1.5" cy="3" r="20" fill="url(#g-shadow)" opacity=".7" />}
					<use href={symbol(stone, side, i)} />
					{!faces && <circle r="19.3" fill="none" stroke="var(--st-rim)" stroke-width="1.3" />}
				</g>
			))}
		</svg>
	);
}
