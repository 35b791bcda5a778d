// Small boards: theme previews and thumbnails of games.

import { useMemo } from "preact/hooks";
import type { Theme } from "../browser/settings";
import { dark } from "../browser/settings";
import type { Cell } from "./geometry";
import type { Colours, Stone } from "./Stones";
import { woodSvg } from "./texture/texture";

const GROUND: Record<Theme, [string, string, string]> = {
	wood: ["#e3b674", "#bf935a", "#4d2e0d"],
	slate: ["#6d7d86", "#3c484f", "#16222a"],
	paper: ["#f7f1e3", "#352f27", "#4b4438"],
	contrast: ["#fff", "#000", "#000"],
};

export function Swatch({ theme }: { theme: Theme }) {
	const night = dark.value;
	const [light, deep, line] = GROUND[theme];
	const stroke = night && theme !== "wood" ? "#ddd" : line;
	const picture = useMemo(
		() => `url("data:image/svg+xml,${encodeURIComponent(woodSvg(theme, night, false))}")`,
		[theme, night],
	);
	return (
		<span class="swatch" style={{ background: `${picture} ${night ? deep : light}` }}>
			<svg viewBox="0 0 100 60" aria-hidden="true">
				<path d="M0 20H100M0 40H100M20 0V60M40 0V60M60 0V60M80 0V60" stroke={stroke} stroke-opacity=".7" />
				<use href="#s-black" transform="translate(40 40) scale(.48)" />
				<use href="#s-white" transform="translate(60 20) scale(.48)" />
			</svg>
		</span>
	);
}

const PAINT: Record<Stone, string> = {
	black: "#1b191c",
	white: "#fbf7ee",
	coral: "#d9512f",
	jade: "#248a62",
	lapis: "#2e60bd",
	amber: "#e0a021",
	plum: "#8743a4",
	pearl: "#dfe4ec",
};

interface ThumbProps {
	rows: readonly string[];
	colours: Colours;
	size?: number;
	/** The last stone, which gets a mark. */
	last?: Cell | null;
}

/** A thumbnail of a position, with dots for stones. */
export function Thumb({ rows, colours, size = 54, last }: ThumbProps) {
	// Without rows, a board of few lines: more would not show at this size.
	const height = rows.length || 7;
	const width = rows[0]?.length ?? 7;
	const edge = Math.max(width, height) * 10;
	const grid = useMemo(() => {
		let d = "";
		for (let x = 0; x < width; x++) d += `M${5 + 10 * x} 5V${10 * height - 5}`;
		for (let y = 0; y < height; y++) d += `M5 ${5 + 10 * y}H${10 * width - 5}`;
		return d;
	}, [width, height]);
	return (
		<svg class="thumb" viewBox={`0 0 ${edge} ${edge}`} width={size} height={size} aria-hidden="true">
			<rect width={edge} height={edge} rx="10" fill="var(--board)" />
			<path d={grid} stroke="var(--board-line)" stroke-opacity=".45" stroke-width={edge / 140} />
			{rows.map((row, y) =>
				[...row].map((mark, x) =>
					mark === "X" || mark === "O" ? (
						<circle key={`${x},${y}`} cx={5 + 10 * x} cy={5 + 10 * y} r="4.7" fill={PAINT[colours[mark]]} />
					) : null,
				),
			)}
			{last && <circle cx={5 + 10 * last[0]} cy={5 + 10 * last[1]} r="2" fill="var(--mark)" />}
		</svg>
	);
}
