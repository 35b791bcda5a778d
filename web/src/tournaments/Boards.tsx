// The boards of a round, as they are played.
import { StoneIcon } from "../board/Stones";
import { Thumb } from "../board/Swatch";
import { t } from "../i18n";
import { tournamentWords } from "../i18n/tournaments";
import type { TournamentPairing, TournamentView } from "../wire/messages";
import { pointsText } from "./scores";

const THUMB_PX = 190;

export function Boards({ view }: { view: TournamentView }) {
	return (
		<div class="boards">
			{view.pairings.map((pairing) => (
				<Board key={`${view.shown}-${pairing.board}-${pairing.room}`} view={view} pairing={pairing} />
			))}
		</div>
	);
}

function Board({ view, pairing }: { view: TournamentView; pairing: TournamentPairing }) {
	const words = tournamentWords.value;
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
			<Side name={second.name} bot={second.bot} points={pairing.points?.[1]} stone="white" />
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
			<Side name={first.name} bot={first.bot} points={pairing.points?.[0]} stone="black" />
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
}

function Side({ name, bot, points, stone }: SideProps) {
	return (
		<span class="s">
			<StoneIcon stone={stone} side={stone === "black" ? "X" : "O"} size={18} />
			<b>{name}</b>
			{bot && <span class="chip teal">{t.value.bot}</span>}
			{points !== undefined && <span class="ck">{pointsText(points)}</span>}
		</span>
	);
}
