import { useEffect } from "preact/hooks";
import { useNow } from "../game/clock";
import { t } from "../i18n";
import { rulesTitle } from "../i18n/catalogue";
import { peopleWords } from "../i18n/people";
import { Segmented } from "../kit/controls";
import { Icon } from "../kit/Icon";
import { PresetPicker } from "../newgame/PresetPicker";
import { connection } from "../wire/socket";
import { CLOCKS, cancel, chooseQuick, leaveQueue, news, quickChoice, seek, wish } from "./matchmaking";

/** Finds an opponent of similar strength. */
export function QuickCard() {
	const words = peopleWords.value;
	useEffect(() => leaveQueue, []);
	return (
		<section class="card quick" aria-labelledby="quick-title">
			<h2 id="quick-title">{words.quick}</h2>
			{wish.value ? <Search /> : <Wish />}
		</section>
	);
}

function Wish() {
	const words = peopleWords.value;
	const now = quickChoice.value;
	return (
		<>
			<p>{words.quickText}</p>
			<div class="f">
				<PresetPicker value={now.rules} onChange={({ name }) => chooseQuick({ rules: name })} />
			</div>
			<Segmented
				label={t.value.clock}
				value={String(now.clock)}
				options={CLOCKS.map((clock, i) => [String(i), `${clock.time / 60_000} + ${clock.increment / 1000}`] as const)}
				onChange={(clock) => chooseQuick({ clock: Number(clock) })}
			/>
			<button type="button" class="primary big" onClick={seek}>
				<Icon name="bolt" size={20} />
				{words.find}
			</button>
		</>
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
				{rulesTitle(wish.value!.rules)}, {clockName()}. {heard && words.near(heard.rating, heard.within)}{" "}
				{heard && words.others(heard.others)}
			</p>
			<button type="button" class="big" onClick={cancel}>
				<Icon name="close" />
				{words.cancel}
			</button>
		</>
	);
}

const clockName = (): string => {
	const clock = CLOCKS[quickChoice.value.clock]!;
	return `${clock.time / 60_000} + ${clock.increment / 1000}`;
};
