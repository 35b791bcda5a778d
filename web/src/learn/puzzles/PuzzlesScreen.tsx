// The list of puzzles, filtered by rule set, difficulty and goal.
import "../../styles/pages.css";
import "./puzzles.css";
import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { rulesTitle } from "../../i18n/catalogue";
import { puzzleWords } from "../../i18n/puzzles";
import { Segmented } from "../../kit/controls";
import { Icon } from "../../kit/Icon";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import { Streak } from "./PuzzleScreen";
import { progress } from "./progress";
import { choose, chosen, failed, fetchPuzzles, filter, puzzles } from "./puzzleList";

const KINDS = ["five", "capture", "break", "save"] as const;

export function PuzzlesScreen() {
	const words = puzzleWords.value;
	useEffect(() => {
		void fetchPuzzles();
		if (!catalogue.value) void fetchCatalogue();
	}, []);
	const known = puzzles.value;
	const rules = [...new Set((known ?? []).map((line) => line.rules))];
	const kinds = KINDS.filter((kind) => known?.some((line) => line.rules === filter.value.rules && line.kind === kind));
	const { solved } = progress.value;
	const done = chosen.value.filter(({ id }) => solved.includes(id)).length;
	const next = chosen.value.find(({ id }) => !solved.includes(id)) ?? chosen.value[0];
	return (
		<main class="page puzzles" id="content" tabIndex={-1}>
			<div class="hd">
				<h1>{words.title}</h1>
				{next && (
					<a class="btn primary" href={`/puzzles/${next.id}`}>
						<Icon name="play" />
						{words.next}
					</a>
				)}
			</div>
			<p class="lead">{words.lead}</p>
			{failed.value && (
				<div class="empty">
					<b>{t.value.failed}</b>
					<button type="button" onClick={() => void fetchPuzzles()}>
						{t.value.reload}
					</button>
				</div>
			)}
			<div class="choices">
				<div>
					<span class="lab">{words.rules}</span>
					<Segmented
						label={words.rules}
						value={filter.value.rules}
						options={rules.map((name) => [name, rulesTitle(name)])}
						onChange={(name) => choose({ rules: name, kind: "" })}
					/>
				</div>
				<div>
					<span class="lab">{words.level}</span>
					<Segmented
						label={words.level}
						value={String(filter.value.level)}
						options={[0, 1, 2, 3, 4].map((level) => [String(level), words.levels[level]!])}
						onChange={(level) => choose({ level: Number(level) })}
					/>
				</div>
				<div>
					<span class="lab">{words.kind}</span>
					<select
						aria-label={words.kind}
						value={filter.value.kind}
						onChange={(event) => choose({ kind: event.currentTarget.value as "" | (typeof KINDS)[number] })}
					>
						<option value="">{words.kindsAll}</option>
						{kinds.map((kind) => (
							<option key={kind} value={kind}>
								{words.kinds[kind]}
							</option>
						))}
					</select>
				</div>
			</div>
			<p class="lab" role="status">
				{known && (chosen.value.length ? words.solvedOf(done, chosen.value.length) : words.none)}
			</p>
			<ul class="tiles">
				{chosen.value.map((line, i) => {
					const is = solved.includes(line.id);
					return (
						<li key={line.id}>
							<a class="card tile" href={`/puzzles/${line.id}`}>
								<b>{i + 1}</b>
								<span>{words.kinds[line.kind]}</span>
								<span class="vh">
									{words.levels[line.level]}
									{is && `, ${words.solvedMark}`}
								</span>
								<small aria-hidden="true">
									{"●".repeat(line.level)}
									{"○".repeat(4 - line.level)}
								</small>
								{is && <Icon name="check" size={20} />}
							</a>
						</li>
					);
				})}
			</ul>
			<Streak />
		</main>
	);
}
