// Days in a row with a solved daily puzzle.
import { settings } from "../../browser/settings";
import { puzzleWords } from "../../i18n/puzzles";
import { Icon } from "../../kit/Icon";
import { progress } from "./progress";

const DAY_MS = 86_400_000;

/** The seven days up to a date, by name; days are those of universal time. */
export function weekOf(date: string, language: string): string[] {
	const today = Date.parse(`${date}T00:00:00Z`);
	const name = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
	return Array.from({ length: 7 }, (_, i) => name.format(today + (i - 6) * DAY_MS));
}

export function StreakCard() {
	const words = puzzleWords.value;
	const known = progress.value;
	const { streak, best, week } = known ?? { streak: 0, best: 0, week: [] };
	const days = known ? weekOf(known.date, settings.value.language) : [];
	return (
		<section class="card streak" aria-label={words.streak}>
			<div class="row between">
				<h2>{words.streak}</h2>
				<b class="flame num">
					<svg class="i" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
						<path d="M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.2 1-3.7 2-4.8.3 1.6 1 2.6 2 3.1.6-3 .2-6.3 1.5-9.3Z" />
					</svg>
					{streak}
				</b>
			</div>
			<ol class="week">
				{days.map((day, i) => (
					<li key={day} class={week[i] ? "done" : i === 6 ? "now" : ""} aria-current={i === 6 ? "date" : undefined}>
						<i>{week[i] && <Icon name="check" size={16} />}</i>
						{day}
						{week[i] && <span class="vh">{words.solved}</span>}
					</li>
				))}
			</ol>
			<p class="lab">{week[6] ? words.streakDone(best) : words.streakNext(streak + 1, best)}</p>
		</section>
	);
}
