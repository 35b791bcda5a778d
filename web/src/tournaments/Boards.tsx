// The boards of a round, as they are played.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { clockText, runDown, useNow } from "../game/clock";
import { t } from "../i18n";
import { tournamentWords } from "../i18n/tournaments";
import type { Clock, Player, RoomSummary, TournamentPairing, TournamentView } from "../wire/messages";
import { pointsText } from "./scores";

const THUMB_PX = 190;

export function Boards({ view }: { view: TournamentView }) {
	// Counted from when the server said it: the browser's clock may be wrong.
	const ahead = useMemo(() => view.now - Date.now(), [view]);
	return (
		<div class="boards">
			{view.pairings.map((pairing) => (
				<Board key={`${view.shown}-${pairing.board}-${pairing.room}`} view={view} pairing={pairing} ahead={ahead} />
			))}
		</div>
	);
}

/** A player's clock at this moment; null without one. */
export function clockAt(line: RoomSummary | null, player: Player, now: number): Clock | null {
	const clock = line?.clocks?.[player === "P1" ? 0 : 1];
	if (!line || !clock) return null;
	const isRunning = line.running === player && line.running_since !== null;
	return runDown(clock, line.clock, isRunning ? Math.max(0, now - line.running_since!) : 0);
}

/** The clock of a player in a game that goes on. */
function LiveClock({ line, player, ahead }: { line: RoomSummary | null; player: Player; ahead: number }) {
	const isRunning = line?.running === player;
	useNow(isRunning);
	const clock = clockAt(line, player, Date.now() + ahead);
	if (!clock || line?.outcome) return null;
	return (
		<span class={isRunning ? "ck on" : "ck"} role="timer" aria-live="off">
			{clockText(clock.left)}
		</span>
	);
}

interface BoardProps {
	view: TournamentView;
	pairing: TournamentPairing;
	/** By how much the server's clock is ahead, in milliseconds. */
	ahead: number;
}

function Board({ view, pairing, ahead }: BoardProps) {
	const words = tournamentWords.value;
	const clock = (player: Player) => !pairing.points && <LiveClock line={pairing.line} player={player} ahead={ahead} />;
	const first = view.players.find(({ number }) => number === pairing.first);
	const second = view.players.find(({ number }) => number === pairing.second);
	if (!first) return null;
	if (!second)
		return (
			<div class="card tb">
				<Side name={first.name} bot={first.bot} points={pairing.points?.[0]} stone="black" />
				<p class="rest">{words.bye}</p>
			</div>
		);
	const mine = view.me !== null && (pairing.first === view.me || pairing.second === view.me);
	const inside = (
		<>
			<Side name={second.name} bot={second.bot} points={pairing.points?.[1]} stone="white" clock={clock("P2")} />
			<span class="pic">
				<Thumb
					rows={pairing.line?.rows ?? []}
					colours={{ X: "black", O: "white" }}
					size={THUMB_PX}
					last={pairing.line?.last}
				/>
				{pairing.points && (
					<b>
						{pairing.points[0] === pairing.points[1] && pairing.points[0]
							? words.drawn
							: pairing.played
								? words.finished
								: words.byDefault}
					</b>
				)}
			</span>
			<Side name={first.name} bot={first.bot} points={pairing.points?.[0]} stone="black" clock={clock("P1")} />
		</>
	);
	const look = `card tb${mine ? " mine" : ""}${pairing.points ? " done" : ""}`;
	return pairing.room ? (
		<a class={look} href={`/room/${pairing.room}`}>
			{inside}
		</a>
	) : (
		<div class={look}>{inside}</div>
	);
}

interface SideProps {
	name: string;
	bot: boolean;
	points: number | undefined;
	stone: "black" | "white";
	clock?: ComponentChildren;
}

function Side({ name, bot, points, stone, clock }: SideProps) {
	return (
		<span class="s">
			<StoneIcon stone={stone} side={stone === "black" ? "X" : "O"} size={18} />
			<b>{name}</b>
			{bot && <span class="chip teal">{t.value.bot}</span>}
			{clock}
			{points !== undefined && <span class="ck">{pointsText(points)}</span>}
		</span>
	);
}
