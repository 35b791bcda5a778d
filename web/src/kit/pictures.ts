// Pictures to keep: an SVG rendered to a PNG, and files handed to the visitor.

const PNG_WIDTH_PX = 1000;
/** Steps between the tones of a PNG. Dithered gradients compress badly; keeping every eighth tone is hardly visible. */
const TONE_STEP = 8;

/** Fewer tones, for a third of the size. */
function coarsen(context: CanvasRenderingContext2D): void {
	const { width, height } = context.canvas;
	const picture = context.getImageData(0, 0, width, height);
	// The array clamps; every fourth value is the opacity.
	picture.data.forEach((tone, i) => {
		if (i % 4 < 3) picture.data[i] = Math.round(tone / TONE_STEP) * TONE_STEP;
	});
	context.putImageData(picture, 0, 0);
}

/** Render an SVG picture to a PNG; `background` is the colour behind what it leaves open. */
export async function pngOf(svg: string, background?: string): Promise<Blob> {
	const picture = new Image();
	picture.src = URL.createObjectURL(svgBlob(svg));
	await picture.decode();
	const canvas = document.createElement("canvas");
	canvas.width = PNG_WIDTH_PX;
	canvas.height = Math.round(
		(PNG_WIDTH_PX * (picture.naturalHeight || PNG_WIDTH_PX)) / (picture.naturalWidth || PNG_WIDTH_PX),
	);
	const context = canvas.getContext("2d")!;
	if (background) {
		context.fillStyle = background;
		context.fillRect(0, 0, canvas.width, canvas.height);
	}
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	coarsen(context);
	URL.revokeObjectURL(picture.src);
	const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
	if (!blob) throw new Error("no picture");
	return blob;
}

export const svgBlob = (svg: string): Blob => new Blob([svg], { type: "image/svg+xml" });

/** Hand a file to the visitor, as a download. */
export function saveFile(blob: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
