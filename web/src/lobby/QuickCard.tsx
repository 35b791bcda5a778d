import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useNow } from "../game/clock";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { ownClockWords } from "../i18n/ownClock";
import { peopleWords } from "../i18n/people";
import { seeksWords } from "../i18n/seeks";
import { Segmented } from "../kit/controls";
import { Icon } from "../kit/Icon";
import { sameClock } from "../newgame/choice";
import { OwnClock } from "../newgame/OwnClock";
import { PresetPicker } from "../newgame/PresetPicker";
import { connection } from "../wire/socket";
import { CLOCKS, cancel, chooseQuick, leaveQueue, news, pendingSeek, quickChoice, seek } from "./matchmaking";
import { rooms } from "./roomList";
import { botRooms } from "./seeks";
import { Wishes } from "./Wishes";

/** Seconds after which a lone seeker is offered other opponents. */
const LONELY_AFTER_S = 5;

/** Opponents who are available at once: bots with a free seat, and the computer. */
function Meanwhile() {
	const words = seeksWords.value;
	return (
		<div class="bots">
			<p>{words.nobody}</p>
			{botRooms(rooms.value)
				.slice(0, 3)
				.map((line) => (
					<a class="btn" key={line.room} href={`/room/${line.room}`}>
						{line.names.find(Boolean) || line.title} <span class="chip">{words.bot}</span>
					</a>
				))}
			<a class="btn" href="/">
				<Icon name="chip" />
				{words.computer}
			</a>
		</div>
	);
}

/** Finds an opponent of similar strength. */
export function QuickCard() {
	const words = peopleWords.value;
	useEffect(() => leaveQueue, []);
	return (
		<section class="card quick" aria-labelledby="quick-title">
			<h2 id="quick-title">{words.quick}</h2>
			{pendingSeek.value ? <Search /> : <SeekForm />}
		</section>
	);
}

function SeekForm() {
	const words = peopleWords.value;
	const now = quickChoice.value;
	const own = useSignal(false);
	const clock = own.value ? -1 : CLOCKS.findIndex((rule) => sameClock(rule, now.clock));
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		seek();
	};
	return (
		<form onSubmit={submit}>
			<p>{words.quickText}</p>
			<div class="f">
				<PresetPicker value={now.rules} onChange={({ name }) => chooseQuick({ rules: name })} />
			</div>
			<Segmented
				label={t.value.clock}
				value={String(clock)}
				options={[
					...CLOCKS.map((rule, i) => [String(i), `${rule.time / 60_000} + ${rule.increment / 1000}`] as const),
					["-1", t.value.ownClock] as const,
				]}
				onChange={(value) => {
					const rule = CLOCKS[Number(value)];
					own.value = !rule;
					if (rule) chooseQuick({ clock: rule });
				}}
			/>
			{clock < 0 && (
				<>
					<OwnClock clock={now.clock} onChange={(rule) => chooseQuick({ clock: rule })} />
					<p class="note">{ownClockWords.value.rarely}</p>
				</>
			)}
			<Wishes />
			<button type="submit" class="primary big">
				<Icon name="bolt" size={20} />
				{words.find}
			</button>
		</form>
	);
}

function Search() {
	const words = peopleWords.value;
	const heard = news.value;
	useNow(true);
	const since = heard?.since ?? Date.now() + connection.ahead.value;
	const seconds = Math.max(0, Math.floor((Date.now() + connection.ahead.value - since) / 1000));
	const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
	return (
		<>
			<div class="searching">
				<i aria-hidden="true" />
				<b role="status">{words.looking}</b>
				<span role="timer" aria-live="off">
					{time}
				</span>
			</div>
			<p>
				{rulesTitle(pendingSeek.value!.rules)}, {clockWords(quickChoice.value.clock)}.{" "}
				{heard && words.near(heard.rating, heard.within)} {heard && words.others(heard.others)}
			</p>
			{heard?.others === 0 && seconds >= LONELY_AFTER_S && <Meanwhile />}
			<button type="button" class="big" onClick={cancel}>
				<Icon name="close" />
				{words.cancel}
			</button>
		</>
	);
}
