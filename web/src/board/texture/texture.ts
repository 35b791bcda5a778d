// Board textures, painted once per theme and size. The SVG filters that draw the grain are expensive, so they are never
// part of a layer that changes.

import type { Theme } from "../../browser/settings";

const RINGS = `<filter id="rings" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency=".0062 .0004" numOctaves="2" seed="31"/><feComponentTransfer>
<feFuncR type="table" tableValues="0 .1 .7 .1 .3 .9 .2 .1 .75 .2 0 .8 .15 .25 .85 .1 .25 .9 .1 0 .7 .15 .2 .9 .1 .1 .75 .1 0"/>
</feComponentTransfer><feColorMatrix values="0 0 0 0 .55  0 0 0 0 .31  0 0 0 0 .09  .26 0 0 0 -.02"/></filter>`;
const FIBRE = `<filter id="fibre" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency=".16 .0028" numOctaves="3" seed="5"/>
<feColorMatrix values="0 0 0 0 .45  0 0 0 0 .25  0 0 0 0 .07  0 0 0 .85 -.36"/></filter>`;
const GRAIN = `<filter id="grain" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency=".5 .5" numOctaves="2" seed="9"/>
<feColorMatrix values="0 0 0 0 .45  0 0 0 0 .36  0 0 0 0 .22  0 0 0 .5 -.2"/></filter>`;
const WINDOW = `<radialGradient id="window" cx=".22" cy=".12" r="1.05"><stop offset="0" stop-color="#fff6df" stop-opacity=".42"/>
<stop offset=".5" stop-color="#fff6df" stop-opacity=".07"/><stop offset="1" stop-color="#3b2208" stop-opacity=".13"/></radialGradient>`;

const gradient = (to: string, ...stops: [number, string][]): string =>
	`<linearGradient id="base" x1="0" y1="0" ${to}>${stops.map(([o, c]) => `<stop offset="${o}" stop-color="${c}"/>`).join("")}</linearGradient>`;

const BASE: Record<Theme, Record<"light" | "dark", string>> = {
	wood: {
		light: gradient('x2="1" y2=".35"', [0, "#f0cb90"], [0.4, "#e9c081"], [0.75, "#e3b674"], [1, "#d9a965"]),
		dark: gradient('x2="1" y2=".35"', [0, "#cfa46b"], [0.45, "#bf935a"], [1, "#a67a44"]),
	},
	slate: {
		light: gradient('x2="1" y2="1"', [0, "#7c8b94"], [1, "#5f6f79"]),
		dark: gradient('x2="1" y2="1"', [0, "#46535b"], [1, "#333d44"]),
	},
	paper: {
		light: gradient('x2="0" y2="1"', [0, "#fbf6ea"], [1, "#f3ecdb"]),
		dark: gradient('x2="0" y2="1"', [0, "#3a332b"], [1, "#302a23"]),
	},
	contrast: { light: gradient("", [0, "#fff"], [1, "#fff"]), dark: gradient("", [0, "#000"], [1, "#000"]) },
};

/** The texture as an SVG of 812 × 812 units. Without `fine` the fibre is omitted: it would be too small to see. */
export function woodSvg(theme: Theme, dark: boolean, fine: boolean): string {
	const full = 'width="812" height="812"';
	const layers = [`<rect ${full} fill="url(#base)"/>`];
	if (theme === "wood") {
		layers.push(`<rect ${full} filter="url(#rings)"/>`);
		if (fine) layers.push(`<rect ${full} filter="url(#fibre)"/>`);
	}
	if (theme === "paper") layers.push(`<rect ${full} filter="url(#grain)" opacity=".3"/>`);
	if (theme === "wood" || theme === "slate") layers.push(`<rect ${full} fill="url(#window)"/>`);
	const defs = BASE[theme][dark ? "dark" : "light"] + RINGS + FIBRE + GRAIN + WINDOW;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 812 812" ${full}><defs>${defs}</defs>${layers.join("")}</svg>`;
}

const painted = new Map<string, Promise<HTMLCanvasElement>>();

/** The texture at a size in pixels; cached. */
export function paintWood(theme: Theme, dark: boolean, pixels: number): Promise<HTMLCanvasElement> {
	const name = `${theme} ${dark} ${pixels}`;
	let canvas = painted.get(name);
	if (!canvas) {
		if (painted.size > 12) painted.delete(painted.keys().next().value!);
		canvas = paint(woodSvg(theme, dark, pixels >= 400), pixels);
		painted.set(name, canvas);
	}
	return canvas;
}

async function paint(svg: string, pixels: number): Promise<HTMLCanvasElement> {
	const picture = new Image(pixels, pixels);
	picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
	await picture.decode();
	const canvas = document.createElement("canvas");
	canvas.width = canvas.height = pixels;
	canvas.getContext("2d")?.drawImage(picture, 0, 0, pixels, pixels);
	return canvas;
}
