// The board of the home screen: a game in progress, close up and tilted.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Lines, Stones } from "../board/Layers";
import type { Placed } from "../board/placed";
import { fromRows } from "../board/placed";
import { paintWood } from "../board/texture/texture";
import { dark, settings, type Theme } from "../browser/settings";
import { doge } from "../doge/mode";
import { t } from "../i18n";
import { FIRST_ROWS, minute } from "./firstVisit";

const ROWS = [
	...Array(5).fill(""),
	".......X",
	".....XOOOXO.O",
	".......X.OXXX",
	"........XO..O",
	"........OXX.O",
	"............O",
	"........XOOOOX",
	"............X",
] as string[];
const STONES: readonly Placed[] = fromRows(ROWS);
const FIRST_STONES: readonly Placed[] = fromRows(FIRST_ROWS);
export const GRID = { width: 19, height: 19, margin: 46 };
export const COLOURS = { X: "black", O: "white" } as const;

const woods = new Map<string, Promise<string>>();

/** The texture as an object URL; there are few, so they are cached for good. As a JPEG: to make a WebP takes ten times as long. */
function woodUrl(theme: Theme, night: boolean): Promise<string> {
	const name = `${theme} ${night}`;
	let url = woods.get(name);
	if (!url) {
		url = paintWood(theme, night, 1024).then(
			(canvas) =>
				new Promise((done) => canvas.toBlob((blob) => done(blob ? URL.createObjectURL(blob) : ""), "image/jpeg", 0.92)),
		);
		woods.set(name, url);
	}
	return url;
}

function useWood(): string {
	const [url, setUrl] = useState("");
	const { theme } = settings.value;
	const night = dark.value;
	useEffect(() => {
		let stopped = false;
		void woodUrl(theme, night).then((ready) => {
			if (!stopped) setUrl(ready);
		});
		return () => {
			stopped = true;
		};
	}, [theme, night]);
	return url;
}

/** `children`: stones and marks in place of the picture's, once the first minute is loaded. */
export function HeroBoard({ children }: { children?: ComponentChildren }) {
	const wood = useWood();
	const first = minute.value !== null;
	const faces = doge.value;
	return (
		<div class="slab">
			<svg
				class="board"
				viewBox={first ? "116 340 500 430" : "176 206 500 430"}
				// The marked points are on the right: that side stays in sight on narrow screens.
				preserveAspectRatio={first ? "xMaxYMin slice" : "xMidYMin slice"}
				role={children ? undefined : "img"}
				aria-label={children ? undefined : t.value.heroBoard}
			>
				{wood && <image href={wood} width="812" height="812" />}
				<Lines grid={GRID} weight={0.75} />
				{children || <Stones grid={GRID} stones={first ? FIRST_STONES : STONES} colours={COLOURS} faces={faces} />}
				{!first && !faces && <circle class="last" cx="406" cy="326" r="5.6" />}
			</svg>
		</div>
	);
}
