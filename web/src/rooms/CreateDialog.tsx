// A new room, and the options of one that is there: the same rules, opening, board and clock as for a game at home.
import "../styles/home.css";
import { useSignal } from "@preact/signals";
import { fetchGame } from "../app/lazy";
import { go } from "../app/route";
import { reasonText } from "../game/names";
import type { Room } from "../game/room";
import { CLOCKS, choice, choose, optionsOf } from "../home/choice";
import { Rules } from "../home/Rules";
import { t } from "../i18n";
import { Segmented } from "../kit/controls";
import { Dialog, dismiss } from "../kit/Dialog";
import { toast } from "../kit/toast";
import type { Catalogue, Options } from "../messages";
import { catalogue } from "../net/api";
import { connection, Refusal } from "../net/socket";
import { nickname } from "./nickname";
import { w } from "./words";

type Order = "me" | "other" | "lot";

export function CreateDialog({ hidden = false }: { hidden?: boolean }) {
	const words = w.value;
	const isPrivate = useSignal(hidden);
	const order = useSignal<Order>("me");
	const title = useSignal("");
	const busy = useSignal(false);
	const create = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy.value) return;
		busy.value = true;
		const me = { type: "me", name: nickname() } as const;
		const other = { type: "open" } as const;
		const first = order.value === "me" || (order.value === "lot" && Math.random() < 0.5);
		try {
			const table = fetchGame();
			const { room } = await connection.ask({
				type: "create",
				kind: isPrivate.value ? "private" : "listed",
				options: optionsOf(choice.value, catalogue.value),
				first: first ? me : other,
				second: first ? other : me,
				stones: ["black", "white"],
				title: (title.value.trim() || words.roomOf(nickname())).slice(0, 40),
			});
			await table;
			dismiss();
			go(`/room/${room}`);
		} catch (error) {
			const text =
				error instanceof Refusal ? `${reasonText(error.answer.reason)} ${error.answer.detail}` : t.value.failed;
			toast({ text, bad: true });
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
				<Rules />
				<button type="submit" class="primary big" disabled={busy.value}>
					{words.open}
				</button>
			</form>
		</Dialog>
	);
}

/** The form as the options of a room would have it. */
export function readOptions(options: Options, known: Catalogue | null): void {
	const [preset = "42", ...parts] = options.rules.split(";");
	const changes = Object.fromEntries(parts.map((part) => part.split("=") as [string, string]));
	const { size, ...others } = changes;
	choose({
		preset,
		size: size ? Number.parseInt(size, 10) : (known?.presets.find(({ name }) => name === preset)?.size ?? 19),
		changes: others,
		opening: options.opening,
		aiTime: options.ai_time,
		clock: CLOCKS.find((rule) => JSON.stringify(rule) === JSON.stringify(options.clock)) ?? options.clock,
	});
}

/** Change the options before a game: nobody is ready any more. */
export function OptionsDialog({ room }: { room: Room }) {
	const words = w.value;
	const apply = (event: SubmitEvent) => {
		event.preventDefault();
		dismiss();
		void room.act({ type: "configure", options: optionsOf(choice.value, catalogue.value) });
	};
	return (
		<Dialog title={words.theGame} class="create">
			<form onSubmit={apply}>
				<Rules />
				<button type="submit" class="primary big">
					{words.apply}
				</button>
			</form>
		</Dialog>
	);
}
