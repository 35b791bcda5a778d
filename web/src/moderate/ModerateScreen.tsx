// The moderators' page: reports by person, what was written, what to do about it, and the log.
import "../styles/pages.css";
import "./moderate.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { t } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { whenText } from "../i18n/dates";
import { roughly } from "../i18n/durations";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import { Segmented } from "../kit/controls";
import { Icon, type IconName } from "../kit/Icon";
import { toast } from "../kit/toast";
import { stoneOf } from "../people/persons";
import { fetchCatalogue } from "../wire/catalogue";
import { getJson, postJson } from "../wire/http";
import type { Case, CaseList, LogEntry, ModerationLog, ModerationRequest, ReportReason } from "../wire/messages";
import { CaseCard } from "./CaseCard";
import { Choices } from "./Choices";
import { DecisionCard } from "./DecisionCard";
import { actionText } from "./log";

type Which = "open" | "mine" | "closed";
/** Kinds of reports, to choose from. */
const KINDS: Record<Exclude<Kind, "all">, readonly ReportReason[]> = {
	chat: ["insults", "spam"],
	fairPlay: ["engine", "leaving", "arranged"],
	names: ["name"],
};
/** Lines of the log at first; and all that one request may ask for. */
const LINES = 20;
const MAX_LINES = 200;
const REASON_ICONS: Record<ReportReason, IconName> = {
	insults: "chat",
	spam: "chat",
	engine: "chip",
	leaving: "flag",
	arranged: "crown",
	name: "pencil",
	other: "more",
};
type Kind = "all" | "chat" | "fairPlay" | "names";

export function ModerateScreen() {
	const words = moderateWords.value;
	const which = useSignal<Which>("open");
	const list = useSignal<CaseList | null>(null);
	const log = useSignal<ModerationLog>({ entries: [], total: 0 });
	const lines = useSignal(LINES);
	const kind = useSignal<Kind>("all");
	const chosen = useSignal("");
	const failed = useSignal("");
	const look = async () => {
		try {
			const [cases, done] = await Promise.all([
				getJson<CaseList>(casesOf(which.value)),
				getJson<ModerationLog>(`/api/moderation/log?limit=${lines.value}`),
			]);
			list.value = cases;
			log.value = done;
			failed.value = "";
		} catch (error) {
			failed.value = errorText(error);
		}
	};
	const more = async () => {
		const before = list.value!;
		try {
			const next = await getJson<CaseList>(casesOf(which.value, before.cases.length));
			const known = new Set(before.cases.map(({ person }) => person));
			list.value = { ...next, cases: [...before.cases, ...next.cases.filter(({ person }) => !known.has(person))] };
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		}
	};
	useEffect(() => {
		void fetchCatalogue()
			.catch(() => {})
			.then(look);
	}, [which.value, lines.value]);
	const act = async (request: ModerationRequest) => {
		try {
			await postJson("/api/moderation/actions", request);
			toast({ text: words.done, icon: "check" });
			await look();
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		}
	};
	const cases = (list.value?.cases ?? []).filter(
		({ reports }) =>
			kind.value === "all" || reports.some(({ reason }) => KINDS[kind.value as keyof typeof KINDS].includes(reason)),
	);
	const oldest = list.value?.open && which.value !== "closed" ? oldestOf(list.value.cases) : null;
	const shown = cases.find(({ person }) => person === chosen.value) ?? cases[0];
	return (
		<main class="md" id="content" tabIndex={-1}>
			<div class="hd">
				<h1>{words.title}</h1>
				<span class="lab">
					{list.value ? words.openCount(list.value.open) : ""}
					{oldest !== null && ` · ${words.oldest(whenText(oldest))}`}
				</span>
				<Segmented
					label={words.title}
					value={which.value}
					options={[
						["open", words.open],
						["mine", words.mine],
						["closed", words.closed],
					]}
					onChange={(value: Which) => {
						which.value = value;
					}}
				/>
			</div>
			{failed.value ? (
				<div class="empty">
					<b>{failed.value}</b>
				</div>
			) : (
				<>
					<div class="queue">
						<Choices
							quiet
							label={words.reason}
							value={kind.value}
							options={[
								["all", words.all],
								["chat", words.chat],
								["fairPlay", words.fairPlay],
								["names", words.names],
							]}
							onChange={(value) => {
								kind.value = value;
							}}
						/>
						<section class="card qu" aria-label={words.title}>
							{list.value && cases.length === 0 && <p>{words.none}</p>}
							<ul>
								{cases.map((each) => (
									<Line
										key={each.person}
										about={each}
										on={each === shown}
										choose={() => {
											chosen.value = each.person;
										}}
									/>
								))}
							</ul>
							{list.value && list.value.cases.length < list.value.total && (
								<button type="button" class="quiet small" onClick={() => void more()}>
									{t.value.loadMore}
								</button>
							)}
						</section>
					</div>
					{shown && <CaseCard key={shown.person} about={shown} act={act} />}
					{shown && <DecisionCard key={shown.person} about={shown} act={act} />}
					<LogCard
						log={log.value}
						act={act}
						all={() => {
							lines.value = MAX_LINES;
						}}
					/>
				</>
			)}
		</main>
	);
}

const casesOf = (which: Which, offset = 0): string =>
	`/api/moderation/cases?closed=${which === "closed"}&mine=${which === "mine"}&offset=${offset}`;

/** When the first of the reports was made. */
const oldestOf = (cases: readonly Case[]): number =>
	Math.min(...cases.flatMap(({ reports }) => reports.map(({ at }) => at)));

function Line({ about, on, choose }: { about: Case; on: boolean; choose: () => void }) {
	const words = moderateWords.value;
	const name = about.name || words.guest;
	return (
		<li>
			<button type="button" class="quiet" aria-pressed={on} onClick={choose}>
				<StoneIcon stone={stoneOf(name)} size={28} />
				<span class="grow">
					<b>{name}</b>
					<small class="kind">
						<Icon name={REASON_ICONS[about.reports[0]!.reason]} size={15} />
						{profileWords.value[about.reports[0]!.reason]}
					</small>
					{about.taken && (
						<small>{about.taken.mine ? words.youHave : words.has(about.taken.by || words.operator)}</small>
					)}
				</span>
				<span class="cnt">
					<small>{agoText(about.reports[0]!.at)}</small>
					<small>{words.reports(about.reports.length)}</small>
				</span>
			</button>
		</li>
	);
}

/** "4 minutes"; a date from a day on. */
function agoText(moment: number): string {
	const ago = Date.now() - moment;
	return ago < 86_400_000 ? roughly(ago) : whenText(moment);
}

const UNDONE = { mute: "unmute", ban: "unban" } as const;

interface LogProps {
	log: ModerationLog;
	/** Show more of it. */
	all: () => void;
	act: (request: ModerationRequest) => void;
}

function LogCard({ log: { entries, total }, all, act }: LogProps) {
	const words = moderateWords.value;
	/** Whether a mute or ban is the latest word about a person, and still lasts. */
	const lasts = ({ action, person, until }: LogEntry, at: number): boolean =>
		(action === "mute" || action === "ban") &&
		(until === null || until > Date.now()) &&
		!entries
			.slice(0, at)
			.some((later) => later.person === person && [action, UNDONE[action]].includes(later.action as never));
	return (
		<section class="card lg">
			<div class="row">
				<h2 class="grow">{words.log}</h2>
				{entries.length < Math.min(total, MAX_LINES) && (
					<button type="button" class="quiet small" onClick={all}>
						{words.everything}
						<Icon name="forward" size={14} />
					</button>
				)}
			</div>
			{entries.length === 0 && <p>{words.noLog}</p>}
			<ul>
				{entries.map((entry, i) => (
					<li key={`${entry.at} ${i}`}>
						<small>{whenText(entry.at)}</small>
						<span>
							<b>{entry.by || words.operator}</b> <Icon name="forward" size={12} /> {actionText(entry)}
						</span>
						<small>{entry.why}</small>
						{lasts(entry, i) && (
							<button
								type="button"
								class="quiet small"
								onClick={() =>
									act({
										action: UNDONE[entry.action as keyof typeof UNDONE],
										person: entry.person,
										room: null,
										study: null,
										minutes: null,
										why: "",
									})
								}
							>
								{words.lift}
							</button>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}
