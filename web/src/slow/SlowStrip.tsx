// The visitor's slow games, those that wait for a move first; vacation and notices beside them.
import "./slow.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { errorText, rulesTitle } from "../i18n/catalogue";
import { daysText } from "../i18n/clock";
import { whenText } from "../i18n/dates";
import { roughly } from "../i18n/durations";
import { slowWords } from "../i18n/slow";
import { Switch } from "../kit/controls";
import { Dialog, dismiss, show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { toast } from "../kit/toast";
import type { SlowGame } from "../wire/messages";
import { connection } from "../wire/socket";
import { canPush, lookForPush } from "./push";
import { endVacation, opponentIn, refresh, setNotices, slowGames, takeVacation, wantsNotices } from "./turns";

/** Hidden for visitors without a slow game. */
export function SlowStrip() {
	const words = slowWords.value;
	useEffect(() => void refresh().catch(() => {}), []);
	const known = slowGames.value;
	if (!known || (known.games.length === 0 && known.vacation.until === null)) return null;
	const mine = known.games.filter((game) => game.mine).length;
	return (
		<section class="slow" aria-labelledby="slow-title">
			<div class="hd">
				<h2 id="slow-title" class={mine ? "hot" : undefined}>
					{mine ? `${words.yourTurn} (${mine})` : words.title}
				</h2>
				{known.vacation.until !== null && <span class="chip">{words.until(whenText(known.vacation.until))}</span>}
				<button type="button" class="quiet" onClick={() => show(() => <SlowDialog />)}>
					<Icon name="sliders" size={18} />
					{words.vacation}
				</button>
			</div>
			<div class="slow-games">
				{known.games.map((game) => (
					<Entry key={game.line.room} game={game} />
				))}
			</div>
		</section>
	);
}

function Entry({ game }: { game: SlowGame }) {
	const words = slowWords.value;
	const { line, mine, until } = game;
	const left = until === null ? "" : words.left(roughly(Math.max(0, until - Date.now() - connection.ahead.value)));
	return (
		<a class={mine ? "card mine" : "card"} href={`/room/${line.room}`}>
			<Thumb rows={line.rows} last={line.last} colours={{ X: line.stones[0], O: line.stones[1] }} size={48} />
			<span>
				<b>{opponentIn(game, connection.me.value) || t.value.stones[line.stones[1]]}</b>
				<small>{[rulesTitle(line.rules), mine ? left : words.theirTurn].filter(Boolean).join(" · ")}</small>
			</span>
		</a>
	);
}

/** Vacation, and notices of the browser. */
function SlowDialog() {
	const words = slowWords.value;
	const days = useSignal(7);
	const busy = useSignal(false);
	useEffect(() => void lookForPush(), []);
	const vacation = slowGames.value?.vacation ?? { until: null, left: 0 };
	const act = async (event: SubmitEvent) => {
		event.preventDefault();
		busy.value = true;
		try {
			await (vacation.until === null ? takeVacation(Math.min(days.value, vacation.left)) : endVacation());
			dismiss();
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		} finally {
			busy.value = false;
		}
	};
	const tell = async () => {
		if (!(await setNotices(!wantsNotices.value))) toast({ text: words.noticesDenied, bad: true });
	};
	return (
		<Dialog title={words.vacation} class="vacation">
			<form onSubmit={act}>
				<p>{words.vacationText(daysText(vacation.left))}</p>
				{vacation.until === null ? (
					<label class="f">
						<span class="l">{words.days}</span>
						<input
							type="text"
							inputMode="numeric"
							maxLength={2}
							value={days.value}
							onChange={(event) => {
								days.value = Math.max(1, Number.parseInt(event.currentTarget.value, 10) || 1);
							}}
						/>
					</label>
				) : (
					<p>
						<b>{words.until(whenText(vacation.until))}</b>
					</p>
				)}
				<button type="submit" class="primary big" disabled={busy.value || (vacation.until === null && !vacation.left)}>
					{vacation.until === null ? words.take : words.comeBack}
				</button>
			</form>
			<Switch
				label={words.notices}
				note={canPush.value ? words.noticesAlways : words.noticesText}
				on={wantsNotices.value}
				onChange={() => void tell()}
			/>
		</Dialog>
	);
}
