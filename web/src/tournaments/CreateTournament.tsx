// The dialog that announces a tournament, with the fields of the new-game form.
import "../newgame/form.css";
import "./tournaments.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { go, preload } from "../browser/router";
import { errorText } from "../i18n/catalogue";
import { tournamentWords } from "../i18n/tournaments";
import { Segmented, Switch } from "../kit/controls";
import { Dialog, dismiss } from "../kit/Dialog";
import { toast } from "../kit/toast";
import { choice, choose, optionsOf } from "../newgame/choice";
import { Rules, Select } from "../newgame/Rules";
import { catalogue } from "../wire/catalogue";
import type { ClockRule, TournamentKind } from "../wire/messages";
import { createTournament } from "../wire/tournaments";

const ROUNDS = [3, 4, 5, 6, 7, 8, 9, 11, 13, 15];
const MINUTES = [15, 30, 45, 60, 90, 120, 180];

const USUAL_CLOCK: ClockRule = { type: "fischer", time: 300_000, increment: 3_000 };

const numbers = (values: readonly number[]) => values.map((n) => [String(n), String(n)] as const);

export function CreateTournament() {
	const words = tournamentWords.value;
	const name = useSignal("");
	const description = useSignal("");
	const kind = useSignal<TournamentKind>("swiss");
	const rounds = useSignal(5);
	const minutes = useSignal(60);
	const cycles = useSignal(1);
	const bots = useSignal(false);
	const rated = useSignal(false);
	const timed = useSignal(false);
	const starts = useSignal("");
	const busy = useSignal(false);
	// What tournaments usually have; the form of new games keeps what was chosen there.
	useEffect(() => {
		const { opening, clock } = choice.value;
		choose({ opening: "swap2", clock: clock.type === "none" || clock.type === "correspondence" ? USUAL_CLOCK : clock });
		return () => choose({ opening, clock });
	}, []);
	const create = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy.value) return;
		busy.value = true;
		const { rules, opening, clock } = optionsOf(choice.value, catalogue.value);
		if (clock.type === "none" || clock.type === "correspondence") {
			toast({ text: words.needsClock, bad: true });
			busy.value = false;
			return;
		}
		try {
			const screen = preload("tournaments");
			const { id } = await createTournament({
				name: name.value,
				description: description.value,
				kind: kind.value,
				rules,
				opening,
				clock,
				rounds: rounds.value,
				cycles: cycles.value,
				duration: 60_000 * minutes.value,
				rated: rated.value,
				bots: bots.value,
				starts: timed.value && starts.value ? new Date(starts.value).getTime() : null,
			});
			await screen;
			dismiss();
			go(`/tournaments/${id}`);
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		} finally {
			busy.value = false;
		}
	};
	const about = { swiss: words.swissText, "round-robin": words.roundRobinText, arena: words.arenaText }[kind.value];
	return (
		<Dialog title={words.create} class="announce">
			<form onSubmit={create}>
				<label class="f">
					<span class="l">{words.name}</span>
					<input
						type="text"
						required
						maxLength={40}
						value={name.value}
						onInput={(e) => (name.value = e.currentTarget.value)}
					/>
				</label>
				<div class="f">
					<div class="l">{words.kind}</div>
					<Segmented
						label={words.kind}
						value={kind.value}
						options={[
							["swiss", words.swiss],
							["round-robin", words.roundRobin],
							["arena", words.arena],
						]}
						onChange={(value: TournamentKind) => {
							kind.value = value;
						}}
					/>
					<p class="note">{about}</p>
				</div>
				<div class="sel">
					{kind.value === "swiss" && (
						<Select
							label={words.rounds}
							value={String(rounds.value)}
							options={numbers(ROUNDS)}
							onChange={(value) => (rounds.value = Number(value))}
						/>
					)}
					{kind.value === "arena" && (
						<Select
							label={words.minutes}
							value={String(minutes.value)}
							options={numbers(MINUTES)}
							onChange={(value) => (minutes.value = Number(value))}
						/>
					)}
					{kind.value === "round-robin" && (
						<Select
							label={words.gamesEach}
							value={String(cycles.value)}
							options={[
								["1", words.once],
								["2", words.twice],
							]}
							onChange={(value) => (cycles.value = Number(value))}
						/>
					)}
				</div>
				<Rules engine={false} />
				<div class="extras">
					<Switch
						label={words.rated}
						note={words.ratedText}
						on={rated.value}
						onChange={() => (rated.value = !rated.value)}
					/>
					<Switch
						label={words.bots}
						note={words.botsText}
						on={bots.value}
						onChange={() => (bots.value = !bots.value)}
					/>
				</div>
				<div class="f">
					<div class="l">{words.startBy}</div>
					<Segmented
						label={words.startBy}
						value={timed.value ? "time" : "hand"}
						options={[
							["hand", words.byHand],
							["time", words.atTime],
						]}
						onChange={(value) => (timed.value = value === "time")}
					/>
					{timed.value && (
						<input
							type="datetime-local"
							required
							aria-label={words.startAt}
							value={starts.value}
							onInput={(e) => (starts.value = e.currentTarget.value)}
						/>
					)}
				</div>
				<label class="f">
					<span class="l">{words.description}</span>
					<input
						type="text"
						maxLength={400}
						value={description.value}
						onInput={(e) => (description.value = e.currentTarget.value)}
					/>
				</label>
				<button type="submit" class="primary big" disabled={busy.value}>
					{words.announce}
				</button>
			</form>
		</Dialog>
	);
}
