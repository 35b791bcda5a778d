// Quick pairing at one click: rules by clock, with the number of waiting players. A slow game is a room that an opponent joins later.
import "./grid.css";
import { go, preload } from "../browser/router";
import { say } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { daysText } from "../i18n/clock";
import { roomWords } from "../i18n/rooms";
import { seeksWords } from "../i18n/seeks";
import { toast } from "../kit/toast";
import { sameClock } from "../newgame/choice";
import { nickname } from "../people/nickname";
import { catalogue, firstPresets } from "../wire/catalogue";
import type { Correspondence, Fischer, OpenSeek, Preset, RoomSummary } from "../wire/messages";
import { connection } from "../wire/socket";
import { CLOCKS, cancel, chooseQuick, pendingSeek, seek } from "./matchmaking";
import { byVisitor, freeSeat, presetOf, rooms } from "./roomList";
import { seeks } from "./seeks";
import { Opponent } from "./Wishes";

export const GRID_CLOCKS: readonly Fischer[] = [{ type: "fischer", time: 60_000, increment: 2000 }, ...CLOCKS];
const SLOW: Correspondence = { type: "correspondence", days: 3 };

/** Number of open seeks that accept this game. */
export const waitingFor = (list: readonly OpenSeek[], rules: string, clock: Fischer, me: string): number =>
	list.filter(
		(each) => each.visitor !== me && each.rules.some((name) => name === rules) && sameClock(clock, each.clock),
	).length;

/** Rooms of other players in which a slow game with these rules waits for an opponent. */
export const slowRooms = (list: readonly RoomSummary[], rules: string, me: string): readonly RoomSummary[] =>
	list.filter(
		(line) => presetOf(line) === rules && sameClock(SLOW, line.clock) && freeSeat(line) && !byVisitor(line, me),
	);

/** What sets rules apart, in a word or two: "19 × 19, captures". */
function traitOf({ size, values }: Preset): string {
	const words = seeksWords.value;
	const trait =
		values.capture_sizes !== "none"
			? words.captures
			: values.ban_double_three === "X"
				? words.blackLimited
				: values.five_X === "eq5"
					? words.exactlyFive
					: words.fiveOrMore;
	return `${size} × ${size}, ${trait}`;
}

/** Join a slow game that waits, or open a room for one. */
async function playSlowly(rules: string): Promise<void> {
	const me = { type: "me", name: nickname() } as const;
	const table = preload("room");
	const [line] = slowRooms(rooms.value ?? [], rules, connection.me.value);
	try {
		let room = line?.room;
		if (line) await connection.ask({ type: "sit", room: line.room, player: freeSeat(line)!, who: me });
		else
			({ room } = await connection.ask({
				type: "create",
				kind: "listed",
				options: { rules, opening: "standard", clock: SLOW, ai_time: 500, rated: false, delay: 0 },
				first: me,
				second: { type: "open" },
				stones: ["black", "white"],
				title: roomWords.value.roomOf(nickname()).slice(0, 40),
			}));
		await table;
		go(`/room/${room}`);
	} catch (error) {
		toast({ text: errorText(error), bad: true });
	}
}

export function PairingGrid() {
	const words = seeksWords.value;
	const heads = [words.bullet, words.blitz, words.blitz, words.rapid, words.slow];
	const me = connection.me.value;
	return (
		<div class="card pairing">
			<div class="heads" aria-hidden="true">
				<span />
				{heads.map((head, i) => (
					<span key={i}>{head}</span>
				))}
			</div>
			{firstPresets(catalogue.value).map(({ name, title, ...preset }) => (
				<fieldset key={name}>
					<legend title={say(preset.summary)}>
						{say(title)}
						<small>{traitOf({ name, title, ...preset })}</small>
					</legend>
					{GRID_CLOCKS.map((clock) => {
						const on = pendingSeek.value?.rules === name && sameClock(clock, pendingSeek.value.clock);
						return (
							<Cell
								key={clock.time}
								label={`${clock.time / 60_000} + ${clock.increment / 1000}`}
								rules={say(title)}
								waiting={waitingFor(seeks.value, name, clock, me)}
								on={on}
								go={() => {
									if (on) return cancel();
									chooseQuick({ rules: name, clock });
									seek();
								}}
							/>
						);
					})}
					<Cell
						label={daysText(SLOW.days)}
						rules={say(title)}
						waiting={slowRooms(rooms.value ?? [], name, me).length}
						go={() => void playSlowly(name)}
					/>
				</fieldset>
			))}
			<Opponent />
		</div>
	);
}

interface CellProps {
	label: string;
	/** For screen readers. */
	rules: string;
	waiting: number;
	/** Whether the visitor seeks this game; undefined for slow games. */
	on?: boolean;
	go: () => void;
}

function Cell({ label, rules, waiting, on, go: act }: CellProps) {
	return (
		<button type="button" aria-pressed={on} onClick={act}>
			<span class="vh">{rules}, </span>
			<b>{label}</b>
			<small>{waiting ? seeksWords.value.waiting(waiting) : "–"}</small>
		</button>
	);
}
