// Share or save a game: link, files, text, pictures.
import "../../styles/pages.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { errorText } from "../../i18n/catalogue";
import { figureWords } from "../../i18n/figure";
import { Dialog, show } from "../../kit/Dialog";
import { Icon } from "../../kit/Icon";
import { pngOf, saveFile } from "../../kit/pictures";
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
				<button type="button" onClick={() => void openFigure(room)}>
					<Icon name="image" />
					{figureWords.value.open}
				</button>
			</div>
		</Dialog>
	);
}

/** Save the server's picture of a game as a PNG. */
export async function savePng(room: string): Promise<void> {
	try {
		saveFile(await pngOf(await getText(exportPath(room, "svg"))), `gomoku-${room}.png`);
	} catch {
		toast({ text: t.value.failed, bad: true });
	}
}

/** The game as a diagram with numbers and letters. */
async function openFigure(room: string): Promise<void> {
	try {
		const { FigureDialog, lineOf } = await import("../../figure/FigureDialog");
		const line = await lineOf(room);
		show(() => <FigureDialog line={line} />);
	} catch (error) {
		toast({ text: errorText(error), bad: true });
	}
}
