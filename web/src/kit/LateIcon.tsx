// Icons of parts that are loaded after the first screen, which is why they do not stand in `Icon`.

const PATHS = {
	shield: "M12 3l7 3v5.5c0 4.3-2.9 7.6-7 9.5-4.1-1.9-7-5.2-7-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",
	layers: "M12 4 3.5 8.5 12 13l8.5-4.5ZM3.5 13 12 17.5l8.5-4.5",
	ask: "M20.5 12a8.5 8.5 0 1 1-17 0a8.5 8.5 0 0 1 17 0M9.6 9.6a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.8M12 16.8v.1",
	turn: "M20 12a8 8 0 1 1-2.4-5.7M20 3v4.5h-4.5",
	mirror: "M12 3v18M9 7.5 3.5 17H9ZM15 7.5 20.5 17H15Z",
} as const;

export function LateIcon({ name, size = 18 }: { name: keyof typeof PATHS; size?: number }) {
	return (
		<svg class="i" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}
