// The game table with the engine's thinking: statistics, depths and reasons on one side, candidates, lines and layers on the
// other.
import "../../../game/styles/game.css";
import "../styles/thinking.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { Cell } from "../../../board/geometry";
import { StoneIcon } from "../../../board/Stones";
import { listen } from "../../../browser/shortcuts";
import { inPairs } from "../../../game/captures";
import { who } from "../../../game/names";
import type { Offering } from "../../../game/offering";
import type { Room } from "../../../game/room";
import { actionsOf } from "../../../game/table/actions";
import { GameBoard } from "../../../game/table/GameBoard";
import { Notice } from "../../../game/table/Notice";
import { RoomAim } from "../../../game/table/RoomAim";
import { toggleThink } from "../../../game/thinkingView";
import { t } from "../../../i18n";
import { thinkingWords } from "../../../i18n/thinking";
import { Icon } from "../../../kit/Icon";
import { BoardLayers, Threats } from "../BoardLayers";
import { LayersCard } from "../LayersCard";
import { ThreatLegend } from "../ThreatLegend";
import { ThinkingStore } from "../thinkingStore";
import { BeliefCard } from "./BeliefCard";
import { CandidatesCard } from "./CandidatesCard";
import { DepthChart } from "./DepthChart";
import { LineStrip, lineOf } from "./LineStrip";
import { SearchStats } from "./SearchStats";
import { type Question, toggleProbe, WhyCard } from "./WhyCard";

export { ThreatLegend, Threats };

export interface ThinkingProps {
	room: Room;
	offering: Offering;
	aim: Signal<Cell | null>;
}

export function ThinkingTable({ room, offering, aim }: ThinkingProps) {
	const store = useMemo(() => new ThinkingStore(room), [room]);
	const chosen = useSignal(0);
	const question = useSignal<Question | null>(null);
	useEffect(() => store.attend(), [store]);
	// Before the first paint: a key that is pressed as soon as the screen is seen counts.
	useLayoutEffect(() => listen({ w: () => toggleProbe(store, question) }), [store]);
	// A new search has new candidates.
	const about = store.candidates.value;
	useEffect(() => {
		chosen.value = 0;
	}, [about?.ply, about?.kind]);
	const line = question.value ? null : lineOf(store, chosen.value);
	return (
		<main class="think" id="content" tabIndex={-1}>
			<h1 class="vh">{thinkingWords.value.title}</h1>
			<div class="side first">
				<SearchStats store={store} />
				{!question.value && <DepthChart store={store} />}
				{!question.value && <BeliefCard store={store} />}
				<WhyCard store={store} question={question} />
			</div>
			<div class="mid">
				<GameBoard room={room} offering={offering} aim={aim}>
					<BoardLayers store={store} asked={question.value?.cell ?? null} />
				</GameBoard>
				<Bar room={room} />
				<Notice room={room} offering={offering} />
				<RoomAim room={room} offering={offering} aim={aim} />
			</div>
			<div class="side second">
				<CandidatesCard store={store} chosen={chosen} />
				{line && line.moves.length > 0 && <LineStrip store={store} line={line} />}
				<LayersCard store={store} />
			</div>
		</main>
	);
}

/** The players and the main actions, in one row below the board. */
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
				const unit = inPairs(state) ? 2 : 1;
				const turn = state.to_move === seat.color && state.phase === "playing";
				return (
					<span key={seat.player} class={turn ? "who turn" : "who"} aria-current={turn ? "true" : undefined}>
						<StoneIcon stone={seat.stone} side={seat.color} size={24} />
						<b>{who(room, seat)}</b>
						{state.goal !== null && (
							<span class="lab" title={unit === 2 ? words.pairs : words.stonesTaken}>
								{taken / unit} / {state.goal / unit}
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
			{button("close", thinkingWords.value.backToBoard, true, toggleThink)}
		</div>
	);
}
