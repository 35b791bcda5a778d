// What a moderator decides about a person: a warning, a mute or a ban, for how long, in which words; or that nothing is wrong.
import { useSignal } from "@preact/signals";
import { StoneIcon } from "../board/Stones";
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import { Icon, type IconName } from "../kit/Icon";
import { pageOf, stoneOf } from "../people/persons";
import type { Case, ModerationRequest, ReportReason } from "../wire/messages";
import { Choices } from "./Choices";
import { actionText, untilText } from "./log";

const HOUR = 60;
const LENGTHS = { hour: HOUR, day: 24 * HOUR, days3: 72 * HOUR, days30: 720 * HOUR, always: null } as const;
type Length = keyof typeof LENGTHS;
const ICONS = { warn: "flag", mute: "mute", ban: "lock" } as const satisfies Record<string, IconName>;
type Action = keyof typeof ICONS;

function lengthText(length: Length): string {
	const words = moderateWords.value;
	const texts = { hour: words.hour, day: words.day, days3: words.days3, days30: words.days30, always: words.always };
	return texts[length];
}

function actionName(action: Action): string {
	const words = moderateWords.value;
	const texts = { warn: words.warn, mute: words.mute, ban: words.ban };
	return texts[action];
}

export function DecisionCard({ about, act }: { about: Case; act: (request: ModerationRequest) => void }) {
	const words = moderateWords.value;
	const name = about.name || words.guest;
	const action = useSignal<Action>("mute");
	const length = useSignal<Length>("day");
	const reason = useSignal<ReportReason>(about.reports[0]!.reason);
	const why = useSignal<string>(profileWords.value[reason.value]);
	const them = { person: about.person, room: null };
	const lasts = action.value !== "warn";
	const decide = (event: SubmitEvent) => {
		event.preventDefault();
		act({ ...them, action: action.value, minutes: lasts ? LENGTHS[length.value] : null, why: why.value });
	};
	const reasons = [...new Set<ReportReason>([...about.reports.map((each) => each.reason), "other"])];
	return (
		<aside class="side">
			<form class="card ac" onSubmit={decide}>
				<div class="row">
					<StoneIcon stone={stoneOf(name)} size={34} />
					<h2 class="grow">{name}</h2>
					{about.kept && <a href={pageOf(about.name)}>{words.page}</a>}
				</div>
				<Choices
					class="tall"
					label={words.whatToDo}
					value={action.value}
					options={(Object.keys(ICONS) as Action[]).map((each) => [
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
					<span class="lab">{words.willRead(name)}</span>
					<textarea
						maxLength={300}
						required={!lasts}
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
						{lasts ? `${actionName(action.value)} · ${lengthText(length.value)}` : words.warn}
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
							<span>{actionText(entry)}</span>
							<small>{whenText(entry.at)}</small>
						</li>
					))}
				</ul>
			</section>
		</aside>
	);
}
