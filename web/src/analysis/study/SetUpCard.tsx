// Editor for a position: stones, side to move, captures, rules and board.
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../../board/Stones";
import { say, t } from "../../i18n";
import { studyWords } from "../../i18n/study";
import { Segmented } from "../../kit/controls";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import { COLOURS } from "./StudyBoard";
import { type Draft, emptyPosition, type StudyStore, type Tool } from "./studyStore";

export function SetUpCard({ store, draft }: { store: StudyStore; draft: Draft }) {
	const words = studyWords.value;
	const { position, problem, tool, view } = draft;
	const known = catalogue.value;
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
	}, []);
	const [preset = "", ...changes] = position.rules.split(";");
	const found = known?.presets.find(({ name }) => name === preset);
	const size = position.rows[0]!.length;
	const sizes = [...new Set([...(found?.sizes ?? []), found?.size ?? 19, 9, 13, 15, 19, 20, size])].sort(
		(a, b) => a - b,
	);
	const rest = changes.filter((change) => !change.startsWith("size="));
	/** Resize the board around its centre; stones that no longer fit are dropped. */
	const resize = (rules: string, width: number) => {
		const shift = Math.floor((width - size) / 2);
		const rows = Array.from({ length: width }, (_, y) =>
			Array.from({ length: width }, (_, x) => position.rows[y - shift]?.[x - shift] ?? ".").join(""),
		);
		store.sketch({ rules, rows });
	};
	const stone = (side: "X" | "O") => <StoneIcon stone={COLOURS[side]} side={side} size={20} />;
	const tools: [Tool, preact.ComponentChildren][] = [
		["X", [stone("X"), words.toolX]],
		["O", [stone("O"), words.toolO]],
		["erase", words.toolErase],
	];
	const captures = view ? view.goal !== null : position.taken.some(Boolean);
	return (
		<section class="card setup" aria-label={words.setUp}>
			<h2>{words.setUp}</h2>
			<p class="why">{words.setUpText}</p>
			<span class="lab">{words.tools}</span>
			<Segmented label={words.tools} options={tools} value={tool} onChange={(value) => store.sketch({}, value)} />
			<span class="lab">{words.toMove}</span>
			<Segmented
				label={words.toMove}
				options={[
					["X", [stone("X"), t.value.stones.black]],
					["O", [stone("O"), t.value.stones.white]],
				]}
				value={position.to_move}
				onChange={(to_move) => store.sketch({ to_move })}
			/>
			<div class="two">
				<label>
					<span class="lab">{words.rules}</span>
					<select
						value={preset}
						onChange={(event) => {
							const name = event.currentTarget.value;
							resize(`${name};size=${size}`, size);
						}}
					>
						{known?.presets.map(({ name, title }) => (
							<option key={name} value={name}>
								{say(title)}
							</option>
						))}
						{!known && <option value={preset}>{preset}</option>}
					</select>
				</label>
				<label>
					<span class="lab">{words.size}</span>
					<select
						value={size}
						onChange={(event) => {
							const width = Number(event.currentTarget.value);
							resize([preset, `size=${width}`, ...rest].join(";"), width);
						}}
					>
						{sizes.map((n) => (
							<option key={n} value={n}>
								{n} × {n}
							</option>
						))}
					</select>
				</label>
			</div>
			{captures && (
				<div class="two">
					{(["X", "O"] as const).map((side, i) => (
						<label key={side}>
							<span class="lab">{words.taken(t.value.stones[COLOURS[side]])}</span>
							<input
								type="number"
								min={0}
								max={40}
								value={position.taken[i]}
								onInput={(event) => {
									const count = Math.max(0, Math.min(40, Math.floor(Number(event.currentTarget.value) || 0)));
									store.sketch({ taken: i === 0 ? [count, position.taken[1]] : [position.taken[0], count] });
								}}
							/>
						</label>
					))}
				</div>
			)}
			<p class="bad-text" role="alert">
				{problem === "position"
					? words.badPosition
					: problem === "rules"
						? words.badRules
						: problem === "unreachable"
							? t.value.failed
							: ""}
			</p>
			<div class="row acts">
				<button type="button" class="primary" disabled={!!problem} onClick={() => store.finish()}>
					{words.done}
				</button>
				<button
					type="button"
					onClick={() => store.sketch({ ...emptyPosition(position.rules, size, position.rows.length) })}
				>
					{words.clear}
				</button>
				<button type="button" class="quiet" onClick={() => store.discard()}>
					{words.back}
				</button>
			</div>
		</section>
	);
}
