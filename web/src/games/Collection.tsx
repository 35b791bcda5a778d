// The visitor's collection: import of files with progress, search, export and deletion of the results.
import "./collection.css";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../i18n";
import { errorText, openingTitle, reasonText, rulesTitle } from "../i18n/catalogue";
import { collectionWords } from "../i18n/collection";
import { confirm } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { saveFile } from "../kit/pictures";
import { toast } from "../kit/toast";
import { catalogue } from "../wire/catalogue";
import { type CollectionQuery, collectionPath, fetchCollection, importFile } from "../wire/collection";
import { withoutAddress } from "../wire/games";
import { remove } from "../wire/http";
import type { CollectedGame, CollectionFailure, CollectionProgress } from "../wire/messages";
import { PAGE_SIZE, PagedList, usePagedLines } from "./pagedList";

type Filters = Omit<CollectionQuery, "player">;
const NO_FILTERS: Filters = { since: "", until: "", rules: "", opening: "", result: "", position: "" };
const RESULTS: Record<string, string> = { B: "1 : 0", W: "0 : 1", "0": "½ : ½" };
const ENDINGS = ".sgf,.psq,.rec,.pos,.lib,.zip";
/** Unreadable games that are listed; all of them can be saved. */
const MOST_FAILURES = 200;

/** `position`: a link whose last position the games reach, to begin with. */
export function Collection({ search, position }: { search: string; position: string }) {
	const words = collectionWords.value;
	const filters = useSignal<Filters>({ ...NO_FILTERS, position });
	/** Changes with every import and deletion. */
	const version = useSignal(0);
	const importing = useSignal(false);
	const query: CollectionQuery = { player: search, ...filters.value };
	const asked = `${version.value} ${JSON.stringify(query)}`;
	const games = usePagedLines<CollectedGame>(asked, true, async (offset) => {
		const found = await fetchCollection(query, PAGE_SIZE, offset);
		return { lines: found.games, total: found.total };
	});
	const change = (changes: Partial<Filters>) => {
		filters.value = { ...filters.value, ...changes };
	};
	const total = games.total.value;
	const isFiltered = Object.values(query).some((value) => value !== "");
	const forget = () =>
		confirm({
			title: words.deleteTitle(total),
			text: t.value.deleteText,
			yes: t.value.delete,
			no: t.value.cancel,
			danger: true,
			onYes: async () => {
				try {
					await remove(collectionPath("", query));
					version.value += 1;
				} catch (error) {
					toast({ text: errorText(error), bad: true });
				}
			},
		});
	return (
		<section class="collection" aria-label={words.title}>
			<Import
				onStart={() => {
					importing.value = true;
				}}
				onDone={() => {
					importing.value = false;
					version.value += 1;
				}}
			/>
			<Fields filters={filters.value} onChange={change} />
			{total > 0 && (
				<div class="row between found">
					<span class="lab" role="status">
						{t.value.listCount(total)}
					</span>
					<div class="row">
						<a class="btn small" href={collectionPath("/export", query)} download>
							<Icon name="save" size={16} />
							{words.export}
						</a>
						<button type="button" class="small" onClick={forget}>
							<Icon name="trash" size={16} />
							{t.value.delete}
						</button>
					</div>
				</div>
			)}
			{games.lines.value?.length === 0 && !isFiltered ? (
				// Not while games arrive.
				!importing.value && games.answered.value === asked && <p class="why">{words.empty}</p>
			) : (
				<PagedList
					of={games}
					empty={{ title: t.value.noneFound, text: t.value.noneFoundText, href: "/analyse", go: t.value.analyse }}
					line={(line) => <Line key={line.id} line={line} />}
				/>
			)}
		</section>
	);
}

function Line({ line }: { line: CollectedGame }) {
	const facts = [line.date, line.event, rulesTitle(line.rules)];
	if (line.opening !== "standard") facts.push(openingTitle(line.opening));
	facts.push(line.opening_name, t.value.moveCount(line.plies));
	return (
		<li class="card collected">
			<a href={`/analyse/c~${line.id}`}>
				<b>{`${line.black || "?"} – ${line.white || "?"}`}</b>
				<small>{facts.filter(Boolean).join(" · ")}</small>
			</a>
			<b class="end">{RESULTS[line.result] ?? ""}</b>
		</li>
	);
}

function Fields({ filters, onChange }: { filters: Filters; onChange: (changes: Partial<Filters>) => void }) {
	const words = collectionWords.value;
	const text = (name: "since" | "until" | "opening" | "position", label: string, example: string) => (
		<label>
			{label}
			<input
				type="text"
				placeholder={example}
				value={filters[name]}
				onInput={(event) => onChange({ [name]: withoutAddress(event.currentTarget.value) })}
			/>
		</label>
	);
	const results = [
		["", words.any],
		["B", t.value.won(t.value.stones.black)],
		["W", t.value.won(t.value.stones.white)],
		["0", t.value.drawn],
	] as const;
	return (
		<div class="fields">
			{text("since", words.since, "2024")}
			{text("until", words.until, "2024-05-31")}
			{text("opening", words.opening, "Hogetsu")}
			{text("position", words.position, "g2~42~…")}
			<label>
				{words.rules}
				<select value={filters.rules} onChange={(event) => onChange({ rules: event.currentTarget.value })}>
					<option value="">{words.any}</option>
					{catalogue.value?.presets.map(({ name }) => (
						<option key={name} value={name}>
							{rulesTitle(name)}
						</option>
					))}
				</select>
			</label>
			<label>
				{words.result}
				<select value={filters.result} onChange={(event) => onChange({ result: event.currentTarget.value })}>
					{results.map(([value, label]) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</select>
			</label>
		</div>
	);
}

/** Imports files one after the other and shows the result. */
function Import({ onStart, onDone }: { onStart: () => void; onDone: () => void }) {
	const words = collectionWords.value;
	const now = useSignal<{ name: string; progress: CollectionProgress | null } | null>(null);
	/** Those of the last import. It may be thousands: a signal has their number. */
	const failures = useRef<CollectionFailure[]>([]);
	const failed = useSignal(0);
	const told = useSignal("");
	const problem = useSignal("");
	const bring = async (files: readonly File[]) => {
		failures.current = [];
		failed.value = 0;
		problem.value = told.value = "";
		onStart();
		const sum = { added: 0, known: 0, failed: 0 };
		try {
			for (const file of files) {
				now.value = { name: file.name, progress: null };
				let last: CollectionProgress | null = null;
				try {
					await importFile(file, (progress) => {
						last = progress;
						now.value = { name: file.name, progress };
						failures.current.push(...progress.failures);
						failed.value = failures.current.length;
					});
				} finally {
					// What was stored before the connection broke counts, too.
					const done = last as CollectionProgress | null;
					for (const name of ["added", "known", "failed"] as const) sum[name] += done?.[name] ?? 0;
				}
				const done = last as CollectionProgress | null;
				if (!done?.finished) throw new Error();
				if (done.refused) problem.value = `${file.name}: ${reasonText(done.refused)}`;
			}
		} catch (error) {
			problem.value = `${now.value?.name ?? ""}: ${errorText(error)}`;
		} finally {
			now.value = null;
			told.value = words.became(sum.added, sum.known, sum.failed);
			onDone();
		}
	};
	const progress = now.value?.progress;
	return (
		<div class="bring">
			<div class="row between">
				<p class="why">{words.about}</p>
				<label class="btn primary" aria-disabled={!!now.value}>
					<Icon name="share" />
					{words.import}
					<input
						type="file"
						class="vh"
						multiple
						accept={ENDINGS}
						disabled={!!now.value}
						onChange={(event) => {
							const files = [...(event.currentTarget.files ?? [])];
							event.currentTarget.value = "";
							if (files.length) void bring(files);
						}}
					/>
				</label>
			</div>
			{now.value && (
				<div class="running" role="status">
					<span>
						{now.value.name}
						{progress && ` · ${words.became(progress.added, progress.known, progress.failed)}`}
					</span>
					<progress max={progress?.total || 1} value={progress?.done ?? 0} aria-label={words.progress} />
				</div>
			)}
			{told.value && <p role="status">{told.value}</p>}
			{problem.value && (
				<p class="bad-text" role="alert">
					{problem.value}
				</p>
			)}
			{failed.value > 0 && (
				<details class="failures">
					<summary>{words.failures(failed.value)}</summary>
					<ul>
						{failures.current.slice(0, MOST_FAILURES).map(({ source, number, why }) => (
							<li key={`${source} ${number} ${why}`}>
								<b>{`${source}, ${number}`}</b> {why}
							</li>
						))}
						{failed.value > MOST_FAILURES && <li class="more">…</li>}
					</ul>
					{!now.value && (
						<button type="button" class="small" onClick={() => saveFile(repairs(failures.current), "unreadable.sgf")}>
							<Icon name="save" size={16} />
							{words.saveFailures}
						</button>
					)}
				</details>
			)}
		</div>
	);
}

/**
 * The unreadable games with their reasons, to be repaired and imported again. Between the games of an SGF file any text may
 * stand, but no bracket.
 */
export const repairs = (failures: readonly CollectionFailure[]): Blob =>
	new Blob(
		failures.map(
			({ source, number, why, text }) =>
				`${`${source}, ${number}: ${why}`.replace(/[()[\]]/g, "'")}\n${text.trim()}\n\n`,
		),
		{ type: "application/x-go-sgf" },
	);
