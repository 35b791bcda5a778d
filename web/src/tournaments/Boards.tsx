// The boards of a round, as they are played.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { StoneIcon } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { LiveClock } from "../games/LiveClock";
import { t } from "../i18n";
import { tournamentWords } from "../i18n/tournaments";
import type { Player, TournamentPairing, TournamentView } from "../wire/messages";
import { pointsText } from "./scores";

const THUMB_PX = 190;

export function Boards({ view }: { view: TournamentView }) {
	// Counted from the server's time: the browser's clock may be wrong.
	const ahead = useMemo(() => view.now - Date.now(), [view]);
	return (
		<div class="boards">
			{view.pairings.map((pairing) => (
				<Board key={`${view.shown}-${pairing.board}-${pairing.room}`} view={view} pairing={pairing} ahead={ahead} />
			))}
		</div>
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
				<Side rank={first.rank} name={first.name} bot={first.bot} points={pairing.points?.[0]} stone="black" />
				<p class="rest">{words.bye}</p>
			</div>
		);
	const mine = view.me !== null && (pairing.first === view.me || pairing.second === view.me);
	const inside = (
		<>
			<Side
				rank={second.rank}
				name={second.name}
				bot={second.bot}
				points={pairing.points?.[1]}
				stone="white"
				clock={clock("P2")}
			/>
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
			<Side
				rank={first.rank}
				name={first.name}
				bot={first.bot}
				points={pairing.points?.[0]}
				stone="black"
				clock={clock("P1")}
			/>
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
	/** Place in the standings. */
	rank: number;
	name: string;
	bot: boolean;
	points: number | undefined;
	stone: "black" | "white";
	clock?: ComponentChildren;
}

function Side({ rank, name, bot, points, stone, clock }: SideProps) {
	return (
		<span class="s">
			<StoneIcon stone={stone} side={stone === "black" ? "X" : "O"} size={18} />
			<b>{name}</b>
			<small>{rank}.</small>
			{bot && <span class="chip teal">{t.value.bot}</span>}
			{clock}
			{points !== undefined && <span class="ck">{pointsText(points)}</span>}
		</span>
	);
}
