import { useEffect, useRef } from "preact/hooks";
import { dark, settings, type Theme } from "../../browser/settings";
import { paintWood } from "./texture";

/** The board texture behind a picture. Until it is painted, the style sheet's gradient shows. */
export function BoardTexture({ theme }: { theme?: Theme }) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const shown = theme ?? settings.value.theme;
	const night = dark.value;
	useEffect(() => {
		const target = canvas.current;
		if (!target) return;
		let stopped = false;
		const draw = async () => {
			const edge = Math.max(target.clientWidth, target.clientHeight);
			if (!edge) return;
			// Sizes in steps of 64 pixels, so that resizing a window does not paint a texture for every width.
			const pixels = Math.min(2048, Math.ceil((edge * devicePixelRatio) / 64) * 64);
			const wood = await paintWood(shown, night, pixels);
			if (stopped) return;
			target.width = target.height = pixels;
			target.getContext("2d")?.drawImage(wood, 0, 0);
		};
		const observer = new ResizeObserver(() => void draw());
		observer.observe(target);
		return () => {
			stopped = true;
			observer.disconnect();
		};
	}, [shown, night]);
	return <canvas class="wood" ref={canvas} aria-hidden="true" />;
}
