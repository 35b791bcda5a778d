// A diagram to print or save: a range of moves with numbers, letters on empty points, a caption. The server draws it.
import "./figure.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Cell, same } from "../board/geometry";
import { t } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { figureWords } from "../i18n/figure";
import { Dialog } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { pngOf, saveFile, svgBlob } from "../kit/pictures";
import { toast } from "../kit/toast";
import { getJson, send } from "../wire/http";
import type { Letter, Position, Study } from "../wire/messages";
import { cellUnder, lettersIn, named, sizeOf, textOf, toggled } from "./cells";

/** A line of moves from a position. */
export interface Line {
	readonly start: Position;
	readonly moves: readonly Cell[];
	/** The move shown, with which the figure ends at first; otherwise the last. */
	readonly ply?: number;
	/** The letters of the file before the first move and after each move. */
	readonly letters: readonly (readonly Letter[])[];
	/** Keeps letters with the position after a move. */
	readonly keep?: (ply: number, letters: Letter[]) => void;
}

/** The main line of a game. */
export async function lineOf(room: string): Promise<Line> {
	const { start, nodes } = await getJson<Study>(`/api/study/game/${room}`);
	const moves: Cell[] = [];
	const letters = [nodes[0]!.letters];
	for (let at = 0, next = 0; next >= 0; at = next) {
		next = nodes.findIndex(({ parent, cell }) => parent === at && cell);
		if (next < 0) continue;
		moves.push(nodes[next]!.cell!);
		letters.push(nodes[next]!.letters);
	}
	return { start, moves, letters };
}

/** Is the cell empty in a figure that ends with this move? */
const isFree = ({ start, moves }: Line, ply: number, [x, y]: Cell): boolean =>
	start.rows[y]![x] === "." && !moves.slice(0, ply).some((move) => same(move, [x, y]));

/** The letters that a file has after a move, on cells that hold no stone in the figure, as text. */
export function lettersAt(line: Line, ply: number): string {
	const { rows } = line.start;
	const free = (line.letters[ply] ?? []).filter(({ cell }) => isFree(line, ply, cell));
	return textOf(free, { width: rows[0]!.length, height: rows.length });
}

export function FigureDialog({ line }: { line: Line }) {
	const words = figureWords.value;
	const { start, moves } = line;
	const size = { width: start.rows[0]!.length, height: start.rows.length };
	const first = useSignal(1);
	const last = useSignal(line.ply || moves.length);
	const letters = useSignal(lettersAt(line, last.value));
	const caption = useSignal("");
	const svg = useSignal("");
	const address = useSignal("");
	const wrong = useSignal("");
	const end = (ply: number) => {
		// Keep what was typed.
		if (letters.value === lettersAt(line, last.value)) letters.value = lettersAt(line, ply);
		last.value = ply;
	};
	useEffect(() => {
		const stop = new AbortController();
		const body = {
			start,
			moves: moves.slice(0, last.value),
			first: Math.min(first.value, last.value + 1),
			letters: lettersIn(letters.value, size),
			caption: caption.value.trim(),
			at: words.at,
		};
		send("POST", "/api/study/figure", body, stop.signal)
			.then((answer) => answer.text())
			.then(
				(text) => {
					svg.value = text;
					wrong.value = "";
				},
				(error) => {
					if (!stop.signal.aborted) wrong.value = errorText(error);
				},
			);
		return () => stop.abort();
	}, [first.value, last.value, letters.value, caption.value]);
	useEffect(() => {
		if (!svg.value) return;
		const url = URL.createObjectURL(svgBlob(svg.value));
		address.value = url;
		return () => URL.revokeObjectURL(url);
	}, [svg.value]);
	const letter = (event: MouseEvent) => {
		const box = (event.currentTarget as Element).getBoundingClientRect();
		const [x, y] = [(event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height];
		const cell = cellUnder(x, y, sizeOf(svg.value), size);
		if (cell) letters.value = toggled(letters.value, cell, size);
	};
	const keep = () => {
		const ply = last.value;
		// Letters on stones cannot be shown in the figure, and are kept.
		const others = (line.letters[ply] ?? []).filter(({ cell }) => !isFree(line, ply, cell));
		line.keep!(ply, [...others, ...named(lettersIn(letters.value, size))]);
		toast({ text: words.kept });
	};
	const save = async () => {
		try {
			saveFile(await pngOf(svg.value, "#fff"), `${words.name}.png`);
		} catch {
			toast({ text: t.value.failed, bad: true });
		}
	};
	return (
		<Dialog title={words.title} class="figure">
			<div class="figure-desk">
				{/* biome-ignore lint/a11y/useKeyWithClickEvents: the field below takes the same letters from the keyboard */}
				<img src={address.value || undefined} alt={words.preview} onClick={letter} />
				<div class="figure-fields">
					<div class="figure-range">
						<NumberField
							label={words.first}
							value={first.value}
							least={1}
							most={last.value + 1}
							onChange={(ply) => {
								first.value = ply;
							}}
						/>
						<NumberField label={words.last} value={last.value} least={0} most={moves.length} onChange={end} />
					</div>
					<label>
						<span>{words.letters}</span>
						<input
							type="text"
							maxLength={400}
							value={letters.value}
							aria-describedby="figure-letters"
							onInput={(event) => {
								letters.value = event.currentTarget.value;
							}}
						/>
						<small id="figure-letters">{words.lettersText}</small>
					</label>
					<label>
						<span>{words.caption}</span>
						<input
							type="text"
							maxLength={200}
							value={caption.value}
							onInput={(event) => {
								caption.value = event.currentTarget.value;
							}}
						/>
					</label>
					{wrong.value && (
						<p class="figure-wrong" role="alert">
							{wrong.value}
						</p>
					)}
					<div class="acts">
						{line.keep && (
							<button type="button" class="keep" disabled={!!wrong.value} onClick={keep}>
								{words.keep}
							</button>
						)}
						<button type="button" class="primary" disabled={!svg.value} onClick={() => print()}>
							{words.print}
						</button>
						<button
							type="button"
							disabled={!svg.value}
							onClick={() => saveFile(svgBlob(svg.value), `${words.name}.svg`)}
						>
							<Icon name="save" />
							{words.svg}
						</button>
						<button type="button" disabled={!svg.value} onClick={() => void save()}>
							<Icon name="image" />
							{words.png}
						</button>
					</div>
				</div>
			</div>
		</Dialog>
	);
}

interface NumberFieldProps {
	label: string;
	value: number;
	least: number;
	most: number;
	onChange: (value: number) => void;
}

function NumberField({ label, value, least, most, onChange }: NumberFieldProps) {
	return (
		<label>
			<span>{label}</span>
			<input
				type="number"
				min={least}
				max={most}
				value={value}
				onInput={(event) => {
					const typed = event.currentTarget.valueAsNumber;
					if (Number.isInteger(typed) && typed >= least && typed <= most) onChange(typed);
				}}
			/>
		</label>
	);
}
