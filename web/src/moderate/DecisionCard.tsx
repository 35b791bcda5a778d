// What a moderator decides about a person: mute or ban, for how long, in which words; or that nothing is wrong.
import { useSignal } from "@preact/signals";
import { StoneIcon } from "../board/Stones";
import { whenText } from "../i18n/dates";
import { moderateWords } from "../i18n/moderate";
import { profileWords } from "../i18n/profile";
import { Segmented } from "../kit/controls";
import { Icon } from "../kit/Icon";
import { pageOf, stoneOf } from "../people/persons";
import type { Case, ModerationRequest } from "../wire/messages";
import { actionText, untilText } from "./log";

const HOUR = 60;
const LENGTHS = { hour: HOUR, day: 24 * HOUR, days3: 72 * HOUR, days30: 720 * HOUR, always: null } as const;
type Length = keyof typeof LENGTHS;

function lengthText(length: Length): string {
	const words = moderateWords.value;
	const texts = { hour: words.hour, day: words.day, days3: words.days3, days30: words.days30, always: words.always };
	return texts[length];
}

export function DecisionCard({ about, act }: { about: Case; act: (request: ModerationRequest) => void }) {
	const words = moderateWords.value;
	const name = about.name || words.guest;
	const action = useSignal<"mute" | "ban">("mute");
	const length = useSignal<Length>("day");
	const why = useSignal<string>(profileWords.value[about.reports[0]!.reason]);
	const them = { person: about.person, room: null };
	const decide = (event: SubmitEvent) => {
		event.preventDefault();
		act({ ...them, action: action.value, minutes: LENGTHS[length.value], why: why.value });
	};
	return (
		<aside class="side">
			<form class="card ac" onSubmit={decide}>
				<div class="row">
					<StoneIcon stone={stoneOf(name)} size={34} />
					<h2 class="grow">{name}</h2>
					{about.kept && <a href={pageOf(about.name)}>{words.page}</a>}
				</div>
				<div class="f">
					<div class="lab">{words.whatToDo}</div>
					<Segmented
						label={words.whatToDo}
						value={action.value}
						options={[
							["mute", words.mute],
							["ban", words.ban],
						]}
						onChange={(value: "mute" | "ban") => {
							action.value = value;
						}}
					/>
				</div>
				<label class="f">
					<span class="lab">{words.howLong}</span>
					<select
						value={length.value}
						onChange={(event) => {
							length.value = event.currentTarget.value as Length;
						}}
					>
						{(Object.keys(LENGTHS) as Length[]).map((each) => (
							<option key={each} value={each}>
								{lengthText(each)}
							</option>
						))}
					</select>
				</label>
				<label class="f">
					<span class="lab">{words.willRead(name)}</span>
					<textarea
						maxLength={300}
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
						<Icon name={action.value === "mute" ? "mute" : "lock"} />
						{`${words[action.value]} · ${lengthText(length.value)}`}
					</button>
				</div>
			</form>
			<section class="card hs">
				{about.sanctions.length > 0 && <h2>{words.inForce}</h2>}
				<ul>
					{about.sanctions.map(({ kind, until, why: said }) => (
						<li key={kind}>
							<span>
								{words[kind]}, {untilText(until)}
								{said && `: ${said}`}
							</span>
							<button
								type="button"
								class="quiet small"
								onClick={() => act({ ...them, action: kind === "mute" ? "unmute" : "unban", minutes: null, why: "" })}
							>
								{words.lift}
							</button>
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
