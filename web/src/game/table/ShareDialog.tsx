// Share or save a game: link, files, text, pictures.
import "../../styles/pages.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { Dialog } from "../../kit/Dialog";
import { Icon } from "../../kit/Icon";
import { toast } from "../../kit/toast";
import { exportPath, fetchLink } from "../../wire/games";
import { getText } from "../../wire/http";

export function ShareDialog({ room }: { room: string }) {
	const words = t.value;
	const link = useSignal("");
	const failed = useSignal(false);
	useEffect(() => {
		fetchLink(room).then(
			({ path }) => {
				link.value = new URL(path, location.href).href;
			},
			() => {
				failed.value = true;
			},
		);
	}, [room]);
	const copy = async (text: string) => {
		try {
			await navigator.clipboard.writeText(text);
			toast({ text: words.copied, icon: "check" });
		} catch {
			toast({ text: words.failed, bad: true });
		}
	};
	const files: [string, string][] = [
		["sgf", words.formatSgf],
		["psq", words.formatPsq],
		["pos", words.formatPos],
		["svg", words.formatSvg],
	];
	return (
		<Dialog title={words.shareTitle}>
			<p>{failed.value ? words.failed : words.shareText}</p>
			<div class="linkrow">
				<input
					type="text"
					readOnly
					aria-label={words.shareTitle}
					value={link.value}
					onFocus={(e) => e.currentTarget.select()}
				/>
				<button type="button" class="primary" disabled={!link.value} onClick={() => void copy(link.value)}>
					<Icon name="copy" />
					{words.copyLink}
				</button>
			</div>
			<h3>{words.saveAs}</h3>
			<div class="exports">
				{files.map(([format, label]) => (
					<a
						class="btn"
						key={format}
						href={exportPath(room, format, "?lossy=true")}
						download={`gomoku-${room}.${format}`}
					>
						<Icon name={format === "svg" ? "image" : "save"} />
						{label}
					</a>
				))}
				<button type="button" onClick={() => void savePng(room)}>
					<Icon name="image" />
					{words.formatPng}
				</button>
				<button
					type="button"
					onClick={() =>
						void getText(exportPath(room, "txt")).then(copy, () => toast({ text: words.failed, bad: true }))
					}
				>
					<Icon name="copy" />
					{words.copyText}
				</button>
			</div>
		</Dialog>
	);
}

const PNG_WIDTH_PX = 1000;
/** Steps between the tones of a PNG. Gradients are dithered, which no compression likes; the eye misses every eighth tone only. */
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

/** Render the server's SVG to a PNG in the browser. */
export async function savePng(room: string): Promise<void> {
	try {
		const svg = await getText(exportPath(room, "svg"));
		const picture = new Image();
		picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
		await picture.decode();
		const canvas = document.createElement("canvas");
		canvas.width = PNG_WIDTH_PX;
		canvas.height = Math.round(
			(PNG_WIDTH_PX * (picture.naturalHeight || PNG_WIDTH_PX)) / (picture.naturalWidth || PNG_WIDTH_PX),
		);
		const context = canvas.getContext("2d")!;
		context.drawImage(picture, 0, 0, canvas.width, canvas.height);
		coarsen(context);
		URL.revokeObjectURL(picture.src);
		const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
		if (!blob) throw new Error("no picture");
		const link = document.createElement("a");
		link.href = URL.createObjectURL(blob);
		link.download = `gomoku-${room}.png`;
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
	} catch {
		toast({ text: t.value.failed, bad: true });
	}
}
