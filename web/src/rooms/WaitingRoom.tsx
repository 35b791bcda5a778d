// An online room before the game: seats, options, ready buttons, chat.
import "../styles/pages.css";
import "./waiting.css";
import { useSignal } from "@preact/signals";
import { other } from "../board/geometry";
import { Lines } from "../board/Layers";
import { STONES, StoneIcon, tooAlike } from "../board/Stones";
import { BoardTexture } from "../board/texture/BoardTexture";
import { useNow } from "../game/clock";
import type { Room } from "../game/room";
import { t } from "../i18n";
import { openingTitle, rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { roomWords } from "../i18n/rooms";
import { slowWords } from "../i18n/slow";
import { Segmented } from "../kit/controls";
import { show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { choice } from "../newgame/choice";
import { nickname } from "../people/nickname";
import { eloText } from "../people/ratingText";
import { catalogue } from "../wire/catalogue";
import type { Seat } from "../wire/messages";
import { connection } from "../wire/socket";
import { Chat, Unread } from "./chat/Chat";
import { LastGameCard } from "./LastGameCard";
import { NameDialog } from "./NameDialog";
import { callOf, isOwner } from "./names";
import { copyLink, kick, leave } from "./OnlineActions";
import { OptionsDialog, readOptions } from "./OptionsDialogs";
import { RemovedCard } from "./removal";

const GRID = { width: 19, height: 19, margin: 46 };

export function WaitingRoom({ room }: { room: Room }) {
	const words = roomWords.value;
	const state = room.state.value!;
	const tab = useSignal<"table" | "chat">("table");
	const [first, second] = state.seats;
	return (
		<main class={`room on-${tab.value}`} id="content" tabIndex={-1}>
			<section class="lcol">
				<div class="hd">
					<h1>{state.title}</h1>
					<span class="chip">{rulesTitle(state.options.rules)}</span>
					{state.options.rated && <span class="chip hot">{words.rated}</span>}
					{state.kind === "private" && (
						<span class="chip">
							<Icon name="lock" size={14} />
							{words.byLink}
						</span>
					)}
					<div class="row">
						<button type="button" onClick={() => void copyLink(room)}>
							<Icon name="link" />
							{words.copyLink}
						</button>
						<button type="button" class="quiet danger" onClick={() => leave(room)}>
							{words.leave}
						</button>
					</div>
				</div>
				<div class="views">
					<Segmented
						label={words.room}
						value={tab.value}
						options={[
							["table", words.table],
							[
								"chat",
								<>
									{words.chat}
									<Unread room={room} />
								</>,
							],
						]}
						onChange={(value) => {
							tab.value = value;
						}}
					/>
				</div>
				<RemovedCard room={room} />
				<LastGameCard room={room} />
				<div class="wood-table">
					<BoardTexture />
					<svg class="board" viewBox="85 70 625 340" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
						<Lines grid={GRID} weight={0.75} />
					</svg>
					<div class="seats">
						<SeatCard room={room} seat={first} />
						<div class="count">
							{state.phase === "countdown" && state.until !== null && <Countdown until={state.until} />}
						</div>
						<SeatCard room={room} seat={second} />
					</div>
				</div>
				{state.options.clock.type === "correspondence" && <p class="note">{slowWords.value.begins}</p>}
				<Options room={room} />
			</section>
			<aside class="rcol">
				<Chat room={room} />
				{(room.spectators.value > 0 || !room.own.value) && (
					<section class="card spec">
						<Icon name="eye" />
						<span>{room.own.value ? words.watching(room.spectators.value) : words.youWatch}</span>
					</section>
				)}
			</aside>
		</main>
	);
}

/** Whether the game begins when an opponent sits down: a slow game that is waiting. */
const startsBySitting = (room: Room): boolean =>
	room.state.value!.options.clock.type === "correspondence" &&
	room.state.value!.seats.some(({ holder }) => holder.type === "open");

/** The server's countdown, in ms. */
const COUNTDOWN = 3000;

/** The countdown: three, two, one. */
function Countdown({ until }: { until: number }) {
	useNow(true);
	const left = Math.min(COUNTDOWN, Math.max(0, until - Date.now() - connection.ahead.value)); // the clocks differ by a little
	const round = 2 * Math.PI * 50;
	const number = Math.max(1, Math.ceil(left / 1000));
	return (
		<svg viewBox="-60 -60 120 120" width="118" height="118" role="img" aria-label={roomWords.value.starting(number)}>
			<circle r="57" fill="var(--surface)" />
			<circle r="50" fill="none" stroke="var(--sunken)" stroke-width="8" />
			<circle
				r="50"
				fill="none"
				stroke="var(--accent)"
				stroke-width="8"
				stroke-linecap="round"
				stroke-dasharray={`${(round * left) / COUNTDOWN} ${round}`}
				transform="rotate(-90)"
			/>
			<text y="19" text-anchor="middle">
				{number}
			</text>
		</svg>
	);
}

function SeatCard({ room, seat }: { room: Room; seat: Seat }) {
	const words = roomWords.value;
	if (seat.holder.type === "open") return <FreeSeat room={room} seat={seat} />;
	const me = connection.me.value;
	const mine = room.isMe(seat);
	const owner = seat.holder.type === "person" && room.state.value?.owner === seat.holder.visitor;
	const ai = seat.holder.type === "ai";
	const ready = seat.ready || ai;
	const about = mine
		? owner
			? words.youOwner
			: words.you
		: ai
			? words.computerLevel(seat.holder.type === "ai" ? seat.holder.level : 0)
			: owner
				? words.owner
				: words.opponent;
	const bot = seat.holder.type === "person" && seat.holder.bot;
	return (
		<section class="seatc" aria-label={callOf(room, seat)} data-seat={seat.player}>
			<Colours room={room} seat={seat} mine={mine} />
			<div class="nmf">
				<span>{callOf(room, seat)}</span>
				{mine && (
					<button
						type="button"
						class="quiet icon"
						aria-label={words.yourName}
						onClick={() =>
							show(() => (
								<NameDialog
									name={seat.name}
									onSave={(name) => void room.act({ type: "rename", player: seat.player, name })}
								/>
							))
						}
					>
						<Icon name="pencil" />
					</button>
				)}
				{owner && !mine && <Icon name="crown" />}
			</div>
			<small>
				{about}
				{bot && ` · ${t.value.bot}`}
				{seat.elo && ` · ${eloText(seat.elo)}`}
			</small>
			<span class="chip">
				{seat.lost_since !== null ? words.lostShort : seat.player === "P1" ? words.movesFirst : words.movesSecond}
			</span>
			{isOwner(room, me) && !mine && (
				<button
					type="button"
					class="quiet small danger away"
					onClick={() => (ai ? void room.act({ type: "sit", player: seat.player, who: { type: "open" } }) : kick(room))}
				>
					{ai ? words.freeAgain : words.kick}
				</button>
			)}
			{startsBySitting(room) ? null : mine ? (
				<button
					type="button"
					class={ready ? "ready isready" : "ready primary"}
					aria-pressed={ready}
					onClick={() => void room.act({ type: "ready", ready: !ready })}
				>
					{ready && <Icon name="check" size={20} />}
					{ready ? words.ready : words.getReady}
				</button>
			) : (
				<span class={ready ? "ready isready" : "ready"}>
					{ready && <Icon name="check" size={20} />}
					{ready ? words.ready : words.notReady}
				</span>
			)}
		</section>
	);
}

/** The visitor's stones; clicks cycle through the colours the opponent does not have. */
function Colours({ room, seat, mine }: { room: Room; seat: Seat; mine: boolean }) {
	const words = roomWords.value;
	const against = room.colours.value[other(seat.color)];
	const choices = STONES.filter((stone) => !tooAlike(stone, against));
	const at = choices.indexOf(seat.stone);
	const wear = (step: number) => {
		const stone = choices[(at + step + choices.length) % choices.length]!;
		void room.act({ type: "dress", color: seat.color, stone });
	};
	const icon = <StoneIcon stone={seat.stone} side={seat.color} size={128} />;
	if (!mine)
		return (
			<>
				<div class="cyc">{icon}</div>
				<div class="dots" />
			</>
		);
	return (
		<>
			<div class="cyc">
				<button type="button" aria-label={words.previousColour} onClick={() => wear(-1)}>
					<Icon name="back" />
				</button>
				<button
					type="button"
					class="big-stone"
					aria-label={words.colourOf(t.value.stones[seat.stone])}
					onClick={() => wear(1)}
				>
					{icon}
				</button>
				<button type="button" aria-label={words.nextColour} onClick={() => wear(1)}>
					<Icon name="forward" />
				</button>
			</div>
			<div class="dots" aria-hidden="true">
				{choices.map((stone) => (
					<i key={stone} class={stone === seat.stone ? "on" : undefined} />
				))}
			</div>
		</>
	);
}

function FreeSeat({ room, seat }: { room: Room; seat: Seat }) {
	const words = roomWords.value;
	const owner = isOwner(room, connection.me.value);
	return (
		<section class="seatc empty-seat" aria-label={words.freeSeat} data-seat={seat.player}>
			<div class="hole" aria-hidden="true" />
			<div class="nmf">{words.freeSeat}</div>
			<small>{words.waitingFor}</small>
			<span class="chip">{seat.player === "P1" ? words.movesFirst : words.movesSecond}</span>
			<div class="choices">
				{!room.own.value && !room.state.value?.banned.includes(connection.me.value) && (
					<button
						type="button"
						class="ready primary"
						onClick={() => void room.act({ type: "sit", player: seat.player, who: { type: "me", name: nickname() } })}
					>
						{words.sit}
					</button>
				)}
				{owner && room.own.value && !room.rated.value && (
					<button
						type="button"
						class="ready"
						onClick={() =>
							void room.act({ type: "sit", player: seat.player, who: { type: "ai", level: choice.value.level } })
						}
					>
						<Icon name="chip" />
						{words.seatComputer}
					</button>
				)}
			</div>
		</section>
	);
}

function Options({ room }: { room: Room }) {
	const words = roomWords.value;
	const state = room.state.value!;
	const owner = isOwner(room, connection.me.value);
	const facts: [string, string][] = [
		[t.value.rules, rulesTitle(state.options.rules)],
		[t.value.board, `${state.width} × ${state.height}`],
		[t.value.opening, openingTitle(state.options.opening)],
		[t.value.clock, clockWords(state.options.clock)],
		[words.hints, room.strict.value ? t.value.none : words.withConsent],
		[words.undo, room.strict.value ? t.value.none : words.withConsent],
		[words.rated, state.options.rated ? words.yes : words.no],
		[words.spectators, state.options.delay ? words.late(state.options.delay / 1000) : words.welcome],
	];
	const changeThem = () => {
		readOptions(state.options, catalogue.value);
		show(() => <OptionsDialog room={room} />);
	};
	return (
		<section class="card opts">
			<div class="row between">
				<h2>{words.theGame}</h2>
				<span class="lab">{words.cancelsReady}</span>
				{owner && (
					<button type="button" class="small" onClick={changeThem}>
						<Icon name="pencil" size={16} />
						{words.change}
					</button>
				)}
			</div>
			<dl class="og">
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			{state.options.rated && <p class="note">{words.ratedText}</p>}
		</section>
	);
}
