// A moderator's decision about a case: a warning, a mute or a ban, its duration and its reason; the room closed; or nothing wrong.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { settings } from "../browser/settings";
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import { Icon, type IconName } from "../kit/Icon";
import { fetchPerson, pageOf, stoneOf } from "../people/persons";
import type { Case, ModerationRequest, PublicProfile, ReportReason } from "../wire/messages";
import { Choices } from "./Choices";
import { briefText, iconOf, untilText } from "./log";

const HOUR = 60;
const LENGTHS = { hour: HOUR, day: 24 * HOUR, days3: 72 * HOUR, days30: 720 * HOUR, always: null } as const;
type Length = keyof typeof LENGTHS;
const ICONS = {
	warn: "warning",
	mute: "mute",
	ban: "ban",
	rename: "pencil",
	close_room: "close",
	close_study: "close",
} as const satisfies Record<string, IconName>;
type Action = keyof typeof ICONS;

function lengthText(length: Length): string {
	const words = moderateWords.value;
	const texts = { hour: words.hour, day: words.day, days3: words.days3, days30: words.days30, always: words.always };
	return texts[length];
}

function actionName(action: Action): string {
	const words = moderateWords.value;
	const texts = {
		warn: words.warn,
		mute: words.mute,
		ban: words.ban,
		rename: words.rename,
		close_room: words.close,
		close_study: words.closeStudy,
	};
	return texts[action];
}

/** The rooms that still exist of those where a person was reported, with their titles; the latest first. */
export const roomsOf = ({ reports }: Pick<Case, "reports">): ReadonlyMap<string, string> =>
	new Map(reports.flatMap(({ room, title, game }) => (game ? [[room, title || room] as const] : [])));

/** Best rating, number of games and first day of a person with a profile. */
function Standing({ name }: { name: string }) {
	const person = useSignal<PublicProfile | null>(null);
	useEffect(() => {
		fetchPerson(name).then(
			(found) => {
				person.value = found;
			},
			() => {}, // without it the case can be decided as well
		);
	}, [name]);
	if (!person.value) return null;
	const words = profileWords.value;
	const { since, standings, results } = person.value;
	const month = new Date(since).toLocaleDateString(settings.value.language, { month: "long", year: "numeric" });
	const ratings = standings.map(({ elo }) => elo.rating);
	const facts = [words.games(results.won + results.drawn + results.lost), words.since(month)];
	return <small>{[...(ratings.length ? [Math.max(...ratings)] : []), ...facts].join(" · ")}</small>;
}

export function DecisionCard({ about, act }: { about: Case; act: (request: ModerationRequest) => void }) {
	const words = moderateWords.value;
	const name = about.name || words.guest;
	const action = useSignal<Action>("mute");
	const length = useSignal<Length>("day");
	const reason = useSignal<ReportReason>(about.reports[0]!.reason);
	const why = useSignal<string>(profileWords.value[reason.value]);
	const rooms = roomsOf(about);
	const room = useSignal([...rooms.keys()][0] ?? "");
	const studies = new Map(
		about.reports.flatMap(({ study, title }) => (study ? [[study, title || study] as const] : [])),
	);
	const study = useSignal([...studies.keys()][0] ?? "");
	const them = { person: about.person, room: null, study: null };
	const closes = action.value === "close_room";
	const closesStudy = action.value === "close_study";
	const lasts = action.value === "mute" || action.value === "ban";
	const decide = (event: SubmitEvent) => {
		event.preventDefault();
		const minutes = lasts ? LENGTHS[length.value] : null;
		const place = closes ? { room: room.value } : closesStudy ? { study: study.value } : {};
		act({ ...them, ...place, action: action.value, minutes, why: why.value });
	};
	const possible: Partial<Record<Action, boolean>> = {
		rename: about.kept && about.reports.some((each) => each.reason === "name"),
		close_room: rooms.size > 0,
		close_study: studies.size > 0,
	};
	const actions = (Object.keys(ICONS) as Action[]).filter((each) => possible[each] ?? true);
	const reasons = [...new Set<ReportReason>([...about.reports.map((each) => each.reason), "other"])];
	return (
		<aside class="side">
			<form class="card ac" onSubmit={decide}>
				<div class="row">
					<StoneIcon stone={stoneOf(name)} size={34} />
					<div class="grow">
						<h2>{name}</h2>
						{about.kept && <Standing name={about.name} />}
					</div>
					{about.kept && (
						<a href={pageOf(about.name)}>
							{words.page} <Icon name="forward" size={14} />
						</a>
					)}
				</div>
				<Choices
					class="tall"
					label={words.whatToDo}
					value={action.value}
					options={actions.map((each) => [
						each,
						<>
							<Icon name={ICONS[each]} />
							{actionName(each)}
						</>,
					])}
					onChange={(value) => {
						action.value = value;
					}}
				/>
				{lasts && (
					<Choices
						label={words.howLong}
						value={length.value}
						options={(Object.keys(LENGTHS) as Length[]).map((each) => [each, lengthText(each)])}
						onChange={(value) => {
							length.value = value;
						}}
					/>
				)}
				{closes && (
					<>
						<Choices
							label={words.room}
							value={room.value}
							options={[...rooms]}
							onChange={(value) => {
								room.value = value;
							}}
						/>
						<p class="note">{words.closeRoomText}</p>
					</>
				)}
				{closesStudy && (
					<>
						<Choices
							label={words.closeStudy}
							value={study.value}
							options={[...studies]}
							onChange={(value) => {
								study.value = value;
							}}
						/>
						<p class="note">{words.closeStudyText}</p>
					</>
				)}
				{action.value === "rename" && <p class="note">{words.renameText}</p>}
				<Choices
					label={words.reason}
					value={reason.value}
					options={reasons.map((each) => [each, profileWords.value[each]])}
					onChange={(value) => {
						reason.value = value;
						why.value = value === "other" ? "" : profileWords.value[value];
					}}
				/>
				<label class="f">
					<span class="lab">{closes || closesStudy ? words.forLog : words.willRead(name)}</span>
					<textarea
						maxLength={300}
						required={action.value === "warn"}
						value={why.value}
						onInput={(event) => {
							why.value = event.currentTarget.value;
						}}
					/>
				</label>
				<div class="row">
					<button
						type="button"
						class="quiet"
						onClick={() => act({ ...them, action: "dismiss", minutes: null, why: "" })}
					>
						{words.nothingWrong}
					</button>
					<button type="submit" class="primary grow">
						<Icon name={ICONS[action.value]} />
						{lasts
							? `${actionName(action.value)} · ${lengthText(length.value)}`
							: closes
								? words.closeRoom
								: actionName(action.value)}
					</button>
				</div>
			</form>
			<section class="card hs">
				{about.sanctions.length > 0 && <h2>{words.inForce}</h2>}
				<ul>
					{about.sanctions.map(({ kind, until, why: said }) => (
						<li key={kind}>
							<span>
								{kind === "warning" ? `${words.warn}, ${words.unread}` : `${actionName(kind)}, ${untilText(until)}`}
								{said && `: ${said}`}
							</span>
							{kind !== "warning" && (
								<button
									type="button"
									class="quiet small"
									onClick={() => act({ ...them, action: kind === "mute" ? "unmute" : "unban", minutes: null, why: "" })}
								>
									{words.lift}
								</button>
							)}
						</li>
					))}
				</ul>
				<h2>{words.before}</h2>
				{about.before.length === 0 && <p>{words.nothingBefore}</p>}
				<ul>
					{about.before.map((entry, i) => (
						<li key={`${entry.at} ${i}`}>
							<Icon name={iconOf(entry)} size={16} />
							<span class="grow">
								{briefText(entry)} <small>{words.by(entry.by || words.operator)}</small>
							</span>
							<small>{whenText(entry.at)}</small>
						</li>
					))}
				</ul>
			</section>
		</aside>
	);
}
