// Dialogs that create a room and change its options, with the fields of the new-game form.
import "../newgame/form.css";
import "./options.css";
import { type Signal, useSignal } from "@preact/signals";
import { go, preload } from "../browser/router";
import type { Room } from "../game/room";
import { t } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { roomWords } from "../i18n/rooms";
import { slowWords } from "../i18n/slow";
import { Segmented, Switch } from "../kit/controls";
import { Dialog, dismiss } from "../kit/Dialog";
import { toast } from "../kit/toast";
import { CLOCKS, choice, choose, liveClock, optionsOf } from "../newgame/choice";
import { Level } from "../newgame/Players";
import { Rules, Select } from "../newgame/Rules";
import { nickname } from "../people/nickname";
import { catalogue } from "../wire/catalogue";
import type { Catalogue, Options } from "../wire/messages";
import { connection } from "../wire/socket";

type Order = "me" | "other" | "lot";
/** Spectator delays on offer, in milliseconds. */
const DELAYS = [0, 30_000, 60_000, 180_000];

/** Options of online games only. */
export interface Extra {
	readonly rated: boolean;
	readonly delay: number;
}

/** Whether the chosen game can be rated: it needs a clock and an unchanged rule set. */
function rateable(): boolean {
	const { clock, changes, preset, size } = choice.value;
	const sizes = catalogue.value?.presets.find(({ name }) => name === preset)?.sizes ?? [];
	return clock.type !== "none" && Object.keys(changes).length === 0 && sizes.includes(size);
}

/** The options as set in the form. */
export function chosen({ rated, delay }: Extra, people: boolean): Options {
	const clock = people ? choice.value.clock : liveClock(choice.value.clock);
	return {
		...optionsOf({ ...choice.value, clock }, catalogue.value),
		rated: rated && rateable(),
		delay: clock.type === "correspondence" ? 0 : delay,
	};
}

/** Change the form so that the game can be rated. */
function makeRateable(): void {
	const { clock, preset, size } = choice.value;
	const known = catalogue.value?.presets.find(({ name }) => name === preset);
	choose({
		changes: {},
		clock: clock.type === "none" ? CLOCKS[3]! : clock,
		size: known && !known.sizes.includes(size) ? known.size : size,
	});
}

export function Extras({ extra, people }: { extra: Signal<Extra>; people: boolean }) {
	const words = roomWords.value;
	const { rated, delay } = extra.value;
	const on = rated && people && rateable();
	const rate = () => {
		if (!on) makeRateable();
		extra.value = { ...extra.value, rated: !on };
	};
	return (
		<div class="extras">
			{people && <Switch label={words.rated} note={on ? words.ratedText : words.ratedNeeds} on={on} onChange={rate} />}
			{choice.value.clock.type === "correspondence" && people && <p class="note">{slowWords.value.begins}</p>}
			<div class="sel">
				<Select
					label={words.showLate}
					value={String(delay)}
					options={[...new Set([...DELAYS, delay])].map((ms) => [
						String(ms),
						ms ? words.late(ms / 1000) : words.atOnce,
					])}
					onChange={(value) => {
						extra.value = { ...extra.value, delay: Number(value) };
					}}
				/>
			</div>
		</div>
	);
}

export function CreateDialog({ hidden = false }: { hidden?: boolean }) {
	const words = roomWords.value;
	const isPrivate = useSignal(hidden);
	const order = useSignal<Order>("me");
	const title = useSignal("");
	const computer = useSignal(false);
	const extra = useSignal<Extra>({ rated: false, delay: 0 });
	const busy = useSignal(false);
	const create = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy.value) return;
		busy.value = true;
		const me = { type: "me", name: nickname() } as const;
		const other = computer.value ? ({ type: "ai", level: choice.value.level } as const) : ({ type: "open" } as const);
		const first = order.value === "me" || (order.value === "lot" && Math.random() < 0.5);
		try {
			const table = preload("room");
			const { room } = await connection.ask({
				type: "create",
				kind: isPrivate.value ? "private" : "listed",
				options: chosen({ ...extra.value, rated: extra.value.rated && !computer.value }, !computer.value),
				first: first ? me : other,
				second: first ? other : me,
				stones: ["black", "white"],
				title: (title.value.trim() || words.roomOf(nickname())).slice(0, 40),
			});
			await table;
			dismiss();
			go(`/room/${room}`);
		} catch (error) {
			toast({ text: errorText(error), bad: true });
		} finally {
			busy.value = false;
		}
	};
	return (
		<Dialog title={words.createTitle} class="create">
			<form onSubmit={create}>
				<label class="f">
					<span class="l">{words.roomName}</span>
					<input
						type="text"
						maxLength={40}
						placeholder={words.roomOf(nickname())}
						value={title.value}
						onInput={(event) => {
							title.value = event.currentTarget.value;
						}}
					/>
				</label>
				<div class="f">
					<div class="l">{words.opponentIs}</div>
					<Segmented
						label={words.opponentIs}
						value={computer.value ? "computer" : "person"}
						options={[
							["person", words.aPerson],
							["computer", words.theComputer],
						]}
						onChange={(value) => {
							computer.value = value === "computer";
						}}
					/>
				</div>
				{computer.value && (
					<Level
						title={t.value.level(choice.value.level)}
						value={choice.value.level}
						onChange={(level) => choose({ level })}
					/>
				)}
				<div class="pair">
					<div class="f">
						<div class="l">{words.whoComes}</div>
						<Segmented
							label={words.whoComes}
							value={isPrivate.value ? "private" : "listed"}
							options={[
								["listed", words.listed],
								["private", words.byLink],
							]}
							onChange={(value) => {
								isPrivate.value = value === "private";
							}}
						/>
					</div>
					<div class="f">
						<div class="l">{words.firstMove}</div>
						<Segmented
							label={words.firstMove}
							value={order.value}
							options={[
								["me", words.iFirst],
								["other", words.theyFirst],
								["lot", words.byLot],
							]}
							onChange={(value: Order) => {
								order.value = value;
							}}
						/>
					</div>
				</div>
				<Rules slow={!computer.value} />
				<Extras extra={extra} people={!computer.value} />
				<button type="submit" class="primary big" disabled={busy.value}>
					{words.open}
				</button>
			</form>
		</Dialog>
	);
}

/** Fill the form with the options of a room. */
export function readOptions(options: Options, known: Catalogue | null): void {
	const [preset = "", ...parts] = options.rules.split(";");
	const changes = Object.fromEntries(parts.map((part) => part.split("=") as [string, string]));
	const { size, ...others } = changes;
	choose({
		preset,
		size: size ? Number.parseInt(size, 10) : (known?.presets.find(({ name }) => name === preset)?.size ?? 19),
		changes: others,
		opening: options.opening,
		aiTime: options.ai_time,
		clock: options.clock,
	});
}

/** Changes the options before a game. Players must then get ready again. */
export function OptionsDialog({ room }: { room: Room }) {
	const words = roomWords.value;
	const { rated, delay } = room.state.value!.options;
	const extra = useSignal<Extra>({ rated, delay });
	const people = room.state.value!.seats.every(({ holder }) => holder.type !== "ai");
	const apply = (event: SubmitEvent) => {
		event.preventDefault();
		dismiss();
		void room.act({
			type: "configure",
			options: chosen({ ...extra.value, rated: extra.value.rated && people }, people),
		});
	};
	return (
		<Dialog title={words.theGame} class="create">
			<form onSubmit={apply}>
				<Rules slow={people} />
				<Extras extra={extra} people={people} />
				<button type="submit" class="primary big">
					{words.apply}
				</button>
			</form>
		</Dialog>
	);
}
