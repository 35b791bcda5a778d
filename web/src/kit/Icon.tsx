// The page's icons: strokes on a field of 24 × 24.

const PATHS = {
	grid: "M4 9h16M4 15h16M9 4v16M15 4v16",
	book: "M4 5.5c3-1.5 6-1 8 .8 2-1.8 5-2.3 8-.8V19c-3-1.5-6-1-8 .8-2-1.8-5-2.3-8-.8ZM12 6.3v13.5",
	clock: "M12 9v4l2.5 2M9.5 2.5h5M19.5 13a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0",
	sound: "M4 10v4h3l5 4V6L7 10H4ZM16 9.5a3.5 3.5 0 0 1 0 5M18.5 7a7 7 0 0 1 0 10",
	mute: "M4 10v4h3l5 4V6L7 10H4ZM16 10l5 5M21 10l-5 5",
	moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
	sun: "M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M16 12a4 4 0 1 1-8 0a4 4 0 0 1 8 0",
	sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M17 7a2 2 0 1 1-4 0a2 2 0 0 1 4 0M11 17a2 2 0 1 1-4 0a2 2 0 0 1 4 0",
	hint: "M9 18h6M10 21h4M12 3a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.3 1 2.1v.3h6v-.3c0-.8.3-1.5 1-2.1A6.5 6.5 0 0 0 12 3Z",
	undo: "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
	redo: "m16 5 4 4-4 4M20 9H10a6 6 0 0 0 0 12h3",
	pause: "M8 5v14M16 5v14",
	draw: "M5 9h14M5 15h14",
	flag: "M5 21V4m0 0c3-2 6 2 9 .6S19 4 19 4v9s-2 1.4-5 .6S8 12.6 5 14",
	restart: "M4 8h14l-3.5-3.5M20 16H6l3.5 3.5",
	share: "M12 15V3.5m0 0L8 7.5m4-4 4 4M5 12.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-6.5",
	save: "M12 3.5V15m0 0-4-4m4 4 4-4M5 15.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-3.5",
	tree: "M7 12h9M7 11.5C11 11 11 5 16 5M7 12.5C11 13 11 19 16 19M7 12a2 2 0 1 1-4 0a2 2 0 0 1 4 0M20 5a2 2 0 1 1-4 0a2 2 0 0 1 4 0M20 12a2 2 0 1 1-4 0a2 2 0 0 1 4 0M20 19a2 2 0 1 1-4 0a2 2 0 0 1 4 0",
	first: "M18 6l-6 6 6 6M7 6v12",
	back: "M15 6l-6 6 6 6",
	play: "M7 4.5v15l12-7.5z",
	forward: "M9 6l6 6-6 6",
	last: "M6 6l6 6-6 6M17 6v12",
	people:
		"M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 5.2a3.5 3.5 0 0 1 0 6.6M18 14.5c2.2.8 3.5 2.8 3.5 5.5M12.5 8.5a3.5 3.5 0 1 1-7 0a3.5 3.5 0 0 1 7 0",
	chip: "M10 2.5V6M14 2.5V6M10 18v3.5M14 18v3.5M2.5 10H6M2.5 14H6M18 10h3.5M18 14h3.5M8.5 6h7A2.5 2.5 0 0 1 18 8.5v7a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 6 15.5v-7A2.5 2.5 0 0 1 8.5 6ZM14 12a2 2 0 1 1-4 0a2 2 0 0 1 4 0",
	eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM15 12a3 3 0 1 1-6 0a3 3 0 0 1 6 0",
	down: "m7 10 5 5 5-5",
	close: "m6 6 12 12M18 6 6 18",
	check: "m5 12.5 4.5 4.5L19 7.5",
	search: "m20 20-4.5-4.5M17 10.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0",
	plus: "M12 5v14M5 12h14",
	trash: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5",
	copy: "M9 9h10v11H9zM5 15V4h10",
	image: "M4 5h16v14H4zM4 16l4.5-4.5 4 4 3-3L20 17M10 9a1 1 0 1 1-2 0a1 1 0 0 1 2 0",
	full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
	keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
	offline: "M3 9.5a13 13 0 0 1 18 0M6 13a8.5 8.5 0 0 1 12 0M9 16.3a4.3 4.3 0 0 1 6 0M12 19.5v.01",
	up: "M12 20V5m-5 5 5-5 5 5",
	left: "M20 12H5m5-5-5 5 5 5",
	right: "M4 12h15m-5-5 5 5-5 5",
	below: "M12 4v15m-5-5 5 5 5-5",
	zoomOut: "m20 20-4.5-4.5M17 10.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M7.5 10.5h6",
	star: "m12 4 2.4 5 5.6.8-4 3.9.9 5.6-4.9-2.7-4.9 2.7.9-5.6-4-3.9 5.6-.8Z",
	pencil: "m4 20 1-4L16.5 4.5l3 3L8 19l-4 1Z",
	paw: "M12.5 12c-2.5 0-5 3-5 5.2 0 1.5 1.2 2.3 2.5 2.3 1 0 1.6-.5 2.5-.5s1.5.5 2.5.5c1.3 0 2.5-.8 2.5-2.3 0-2.2-2.5-5.2-5-5.2ZM8.8 11a1.8 2.4 0 1 1-3.6 0a1.8 2.4 0 0 1 3.6 0M12.1 7a1.8 2.5 0 1 1-3.6 0a1.8 2.5 0 0 1 3.6 0M16.5 7a1.8 2.5 0 1 1-3.6 0a1.8 2.5 0 0 1 3.6 0M19.8 11a1.8 2.4 0 1 1-3.6 0a1.8 2.4 0 0 1 3.6 0",
	more: "M5 12h.01M12 12h.01M19 12h.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
	return (
		<svg class={`i i-${name}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}

/** Five stones on a diagonal, the middle one the seal. */
export function Logo({ size = 30 }: { size?: number }) {
	return (
		<svg viewBox="0 0 34 34" width={size} height={size} aria-hidden="true">
			<rect width="34" height="34" rx="9" fill="var(--logo-bg)" />
			<g fill="var(--logo-dot)">
				<circle cx="7.2" cy="26.8" r="3" />
				<circle cx="12.1" cy="21.9" r="3" />
				<circle cx="21.9" cy="12.1" r="3" />
				<circle cx="26.8" cy="7.2" r="3" />
			</g>
			<circle cx="17" cy="17" r="3.6" fill="var(--seal)" />
		</svg>
	);
}
