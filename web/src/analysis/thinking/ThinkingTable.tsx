// A game with the computer's reasoning around the board: numbers, depths and reasons on one side, moves, lines and layers on
// the other.
import "../../game/game.css";
import "./thinking.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { StoneIcon } from "../../board/Stones";
import { listen } from "../../browser/shortcuts";
import { phone } from "../../browser/viewport";
import { AimCard } from "../../game/AimCard";
import { actionsOf } from "../../game/actions";
import { clicked, GameBoard } from "../../game/GameBoard";
import { Notice } from "../../game/Notice";
import { who } from "../../game/names";
import type { Room } from "../../game/room";
import { type ThinkProps, toggleThink } from "../../game/thinkingView";
import { t } from "../../i18n";
import { Icon } from "../../kit/Icon";
import { Believes } from "./BeliefCard";
import { BoardLayers, Threats } from "./BoardLayers";
import { Candidates } from "./CandidatesCard";
import { DepthChart } from "./DepthChart";
import { LayersCard } from "./LayersCard";
import { LineStrip, lineOf } from "./LineStrip";
import { Numbers } from "./SearchStats";
import { Mind } from "./thinkingStore";
import { type Question, toggleProbe, Why } from "./WhyCard";
import { w } from "./words";

export { Threats };

export function ThinkTable({ room, offering, aim }: ThinkProps) {
	const mind = useMemo(() => new Mind(room), [room]);
	const chosen = useSignal(0);
	const question = useSignal<Question | null>(null);
	useEffect(() => mind.attend(), [mind]);
	useEffect(() => listen({ w: () => toggleProbe(mind, question) }), [mind]);
	// Another search has other candidates.
	const about = mind.candidates.value;
	useEffect(() => {
		chosen.value = 0;
	}, [about?.ply, about?.kind]);
	const line = question.value ? null : lineOf(mind, chosen.value);
	return (
		<main class="think" id="content" tabIndex={-1}>
			<h1 class="vh">{w.value.title}</h1>
			<div class="side first">
				<Numbers mind={mind} />
				{!question.value && <DepthChart mind={mind} />}
				{!question.value && <Believes mind={mind} />}
				<Why mind={mind} question={question} />
			</div>
			<div class="mid">
				<GameBoard room={room} offering={offering} aim={aim}>
					<BoardLayers mind={mind} asked={question.value?.cell ?? null} />
				</GameBoard>
				<Bar room={room} />
				<Notice room={room} offering={offering} />
				{phone.value && (
					<AimCard
						room={room}
						aim={aim}
						onPlay={(cell) => {
							aim.value = null;
							clicked(room, offering, cell);
						}}
					/>
				)}
			</div>
			<div class="side second">
				<Candidates mind={mind} chosen={chosen} />
				{line && line.moves.length > 0 && <LineStrip mind={mind} line={line} />}
				<LayersCard mind={mind} />
			</div>
		</main>
	);
}

/** Who plays, and what can be done, in one row under the board. */
function Bar({ room }: { room: Room }) {
	const words = t.value;
	const state = room.state.value!;
	const acts = actionsOf(room);
	const button = (icon: Parameters<typeof Icon>[0]["name"], label: string, possible: boolean, go: () => void) => (
		<button
			key={label}
			type="button"
			class="quiet icon"
			aria-label={label}
			title={label}
			disabled={!possible}
			onClick={go}
		>
			<Icon name={icon} size={20} />
		</button>
	);
	return (
		<div class="thinkbar card">
			{state.seats.map((seat) => {
				const taken = seat.color === "X" ? state.taken[0] : state.taken[1];
				const turn = state.to_move === seat.color && state.phase === "playing";
				return (
					<span key={seat.player} class={turn ? "who turn" : "who"} aria-current={turn ? "true" : undefined}>
						<StoneIcon stone={seat.stone} side={seat.color} size={24} />
						<b>{who(room, seat)}</b>
						{state.goal !== null && (
							<span class="lab" title={words.pairs}>
								{taken / 2} / {state.goal / 2}
							</span>
						)}
					</span>
				);
			})}
			<span class="grow" />
			{button("hint", acts.hint.label, acts.hint.possible, acts.hint.go)}
			{button("undo", acts.undo.label, acts.undo.possible, acts.undo.go)}
			{button("redo", acts.redo.label, acts.redo.possible, acts.redo.go)}
			{button("back", words.previous, room.ply.value > 0, () => room.step(-1))}
			{button("forward", words.next, !room.atEnd.value, () => room.step(1))}
			{button("close", w.value.backToBoard, true, toggleThink)}
		</div>
	);
}
