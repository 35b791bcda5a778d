// The game screen. On a laptop nothing scrolls; on a phone seats become strips.
import "../game/styles/game.css";
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { Cell } from "../board/geometry";
import { cellOf } from "../board/geometry";
import { ARROW_KEYS } from "../board/input/CellGrid";
import { go } from "../browser/router";
import { flip, settings } from "../browser/settings";
import { listen } from "../browser/shortcuts";
import { fullScreen, touch, upright } from "../browser/viewport";
import { DogeLayer, DogePeek } from "../doge/DogeLayer";
import { doge } from "../doge/mode";
import { attach } from "../game/effects";
import { type Offering, offeringOf } from "../game/offering";
import { onlineParts, useOnline } from "../game/onlineParts";
import { Room } from "../game/room";
import { ActionButton, TabButton } from "../game/table/ActionButtons";
import { type Action, actionsOf, newGame, shareDialog } from "../game/table/actions";
import { EngineTimer } from "../game/table/EngineTimer";
import { FactsCard } from "../game/table/FactsCard";
import { clicked, GameBoard } from "../game/table/GameBoard";
import { MoveList, MoveStrip } from "../game/table/MoveList";
import { Notice } from "../game/table/Notice";
import { RoomAim } from "../game/table/RoomAim";
import { SeatCard } from "../game/table/SeatCard";
import { mayThink, ViewSwitches } from "../game/table/ViewSwitches";
import { panel, threatens, toggleThink, toggleThreats } from "../game/thinkingView";
import { t } from "../i18n";
import { openingTitle, rulesTitle } from "../i18n/catalogue";
import { clockWords } from "../i18n/clock";
import { Dialog, dismiss, show } from "../kit/Dialog";
import { Icon } from "../kit/Icon";
import { showMenu } from "../kit/Menu";
import { toast } from "../kit/toast";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import { Think, ThreatLegend, Threats } from "./LazyThinking";

export function GameScreen({ id }: { id: string }) {
	const room = useMemo(() => new Room(id), [id]);
	useEffect(() => {
		room.open();
		if (!catalogue.value) void fetchCatalogue();
		return () => room.close();
	}, [room]);
	useEffect(() => {
		if (!room.gone.value) return;
		toast({ text: t.value.gone, bad: true });
		go("/games", true);
	}, [room.gone.value]);
	return <Table room={room} />;
}

const loadOnlineParts = () => import("../rooms/onlineParts");

/** The table of a room, or of a game from a link; `about` is shown with the notices. */
export function Table({ room, about }: { room: Room; about?: ComponentChildren }) {
	const offering = useMemo(() => offeringOf(room), [room]);
	const aim = useSignal<Cell | null>(null);
	useEffect(() => attach(room), [room]);
	// Before the first paint: a key that is pressed as soon as the screen is seen counts.
	useLayoutEffect(() => listen(keysOf(room, offering)), [room, offering]);
	const online = useOnline(room, loadOnlineParts);
	const phase = room.state.value?.phase;
	const waits = phase === "seating" || phase === "countdown";
	useEffect(() => {
		document.body.classList.toggle("in-game", !waits);
		return () => document.body.classList.remove("in-game");
	}, [waits]);
	if (!room.state.value || (room.online.value && !online)) return <Loading />;
	if (online && waits) return <online.WaitingRoom room={room} />;
	const table = upright.value ? (
		<Upright room={room} offering={offering} aim={aim} about={about} />
	) : (
		<Wide room={room} offering={offering} aim={aim} about={about} />
	);
	return panel.value && mayThink(room) ? <Think room={room} offering={offering} aim={aim} fallback={table} /> : table;
}

interface TableProps {
	room: Room;
	offering: Offering;
	aim: Signal<Cell | null>;
	about: ComponentChildren;
}

/** The visitor's seat below, the other above; the first player below if both or none are the visitor's. */
function seatsOf(room: Room) {
	const [first, second] = room.state.value!.seats;
	return room.isMe(second) && !room.isMe(first) ? { above: first, below: second } : { above: second, below: first };
}

function Wide({ room, offering, aim, about }: TableProps) {
	const { above, below } = seatsOf(room);
	const online = onlineParts(room);
	return (
		<main class="play" id="content" tabIndex={-1}>
			<h1 class="vh">{t.value.play}</h1>
			<div class="col left">
				{online ? (
					<online.OnlineSide room={room} />
				) : (
					<>
						<EngineTimer room={room} />
						{!doge.value && <Facts room={room} />}
						<Tools room={room} />
						{doge.value ? <DogePeek /> : room.id && <KeyHints />}
					</>
				)}
			</div>
			<GameBoard room={room} offering={offering} aim={aim}>
				{threatens.value && mayThink(room) && <Threats room={room} />}
				{doge.value && <DogeLayer />}
			</GameBoard>
			<div class="col right">
				<SeatCard room={room} seat={above} />
				{online && <online.Requests room={room} />}
				<MoveList room={room} />
				<div class="notice">
					{about}
					{aim.value ? (
						<RoomAim room={room} offering={offering} aim={aim} />
					) : (
						<Notice room={room} offering={offering} />
					)}
				</div>
				{online ? <online.OnlineActs room={room} /> : room.id && <Acts room={room} />}
				<SeatCard room={room} seat={below} />
			</div>
		</main>
	);
}

/** Phones, and tablets held upright. */
function Upright({ room, offering, aim, about }: TableProps) {
	const { above, below } = seatsOf(room);
	const online = onlineParts(room);
	const words = t.value;
	const acts = actionsOf(room);
	const playing = room.state.value!.phase === "playing";
	const tabs: Action[] = [
		...(room.id ? [acts.hint, acts.undo] : []),
		{ icon: "back", label: words.goBack, possible: room.ply.value > 0, go: () => room.step(-1) },
		{ icon: "forward", label: words.goForward, possible: !room.atEnd.value, go: () => room.step(1) },
		{ icon: "more", label: words.moreActions, possible: true, go: () => more(room) },
	];
	return (
		<main class="ph" id="content" tabIndex={-1}>
			<h1 class="vh">{words.play}</h1>
			<SeatCard room={room} seat={above} strip />
			<GameBoard room={room} offering={offering} aim={aim}>
				{threatens.value && mayThink(room) && <Threats room={room} />}
				{doge.value && <DogeLayer />}
			</GameBoard>
			<SeatCard room={room} seat={below} strip />
			<MoveStrip room={room} />
			<div class="middle">
				{about}
				{online && <online.Requests room={room} />}
				<Notice room={room} offering={offering} />
				{touch.value && playing && room.side.value && !settings.value.oneTap && room.last.value < 2 && (
					<p class="tip">{words.tip}</p>
				)}
			</div>
			<RoomAim room={room} offering={offering} aim={aim} />
			{online ? (
				<online.OnlineTabs room={room} />
			) : (
				<nav class="tabs" aria-label={words.moreActions}>
					{tabs.map((action) => (
						<TabButton key={action.icon} action={action} />
					))}
				</nav>
			)}
		</main>
	);
}

function Facts({ room }: { room: Room }) {
	const state = room.state.value!;
	const words = t.value;
	const facts: [string, string][] = [
		[words.rules, rulesTitle(state.options.rules)],
		[words.board, `${state.width} × ${state.height}`],
		[words.opening, openingTitle(state.options.opening)],
		[words.clock, clockWords(state.options.clock)],
	];
	return <FactsCard facts={facts} />;
}

function Tools({ room }: { room: Room }) {
	const words = t.value;
	const { restart } = actionsOf(room);
	return (
		<>
			<section class="card switches">
				<ViewSwitches room={room} />
				<ThreatLegend room={room} />
			</section>
			<section class="card trio">
				{room.id && (
					<>
						<button type="button" disabled={!restart.possible} onClick={restart.go}>
							<Icon name="restart" size={21} />
							{words.restart}
						</button>
						<button type="button" onClick={() => shareDialog(room)}>
							<Icon name="share" size={21} />
							{words.share}
						</button>
					</>
				)}
				<button type="button" onClick={() => room.autoplay()} disabled={room.last.value === 0}>
					<Icon name={room.playing.value ? "pause" : "play"} size={21} />
					{words.review}
				</button>
			</section>
		</>
	);
}

function KeyHints() {
	const words = t.value;
	if (!settings.value.letterKeys) return null;
	return (
		<div class="keys" aria-hidden="true">
			<span>
				<kbd>H</kbd> {words.keyHint}
			</span>
			<span>
				<kbd>U</kbd> {words.keyUndo}
			</span>
			<span>
				<kbd>F</kbd> {words.keyFull}
			</span>
			<span>
				<kbd>?</kbd> {words.keyAll}
			</span>
		</div>
	);
}

function Acts({ room }: { room: Room }) {
	const acts = actionsOf(room);
	return (
		<div class="acts">
			{[acts.hint, acts.undo, acts.redo, acts.pause, acts.draw, acts.resign].map((action) => (
				<ActionButton key={action.icon} action={action} />
			))}
		</div>
	);
}

/** The menu of a phone: actions that do not fit on the bar. */
function more(room: Room): void {
	const words = t.value;
	const acts = actionsOf(room);
	showMenu(
		words.moreActions,
		() => [
			...(room.id
				? [
						acts.redo,
						acts.pause,
						acts.draw,
						acts.resign,
						acts.restart,
						{ icon: "share" as const, label: words.share, possible: true, go: () => shareDialog(room) },
					]
				: []),
			{ icon: "play", label: words.review, possible: room.last.value > 0, go: () => room.autoplay() },
			{ icon: "plus", label: words.newGame, possible: true, go: newGame },
		],
		() => (
			<>
				<ViewSwitches room={room} />
				<ThreatLegend room={room} />
			</>
		),
	);
}

function keysOf(room: Room, offering: Offering) {
	const act = (name: "hint" | "undo" | "redo" | "pause") => () => {
		const action = actionsOf(room)[name];
		if (action.possible) action.go();
	};
	return {
		h: act("hint"),
		u: act("undo"),
		r: act("redo"),
		p: act("pause"),
		m: () => flip("numbers"),
		c: () => flip("coordinates"),
		t: () => mayThink(room) && toggleThink(),
		l: () => mayThink(room) && toggleThreats(),
		n: newGame,
		f: fullScreen,
		",": () => room.step(-1),
		".": () => room.step(1),
		Home: () => {
			room.playing.value = false;
			room.show(0);
		},
		End: () => {
			room.playing.value = false;
			room.show(null);
		},
		" ": () => room.autoplay(),
		"/": () => typeCell(room, offering),
		Escape: () => {
			room.playing.value = false;
			room.suggestion.value = null;
			room.show(null);
		},
		...ARROW_KEYS,
	};
}

/** Asks for a cell by name and plays there. */
function typeCell(room: Room, offering: Offering): void {
	const words = t.value;
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		const text = String(new FormData(event.target as HTMLFormElement).get("cell") ?? "");
		const state = room.state.value;
		const cell = state && cellOf(text, state);
		dismiss();
		if (cell) clicked(room, offering, cell);
		else toast({ text: words.typeCellBad(text), bad: true });
	};
	show(() => (
		<Dialog title={words.typeCell}>
			<p>{words.typeCellText}</p>
			<form class="row" onSubmit={submit}>
				<input
					type="text"
					name="cell"
					class="grow"
					aria-label={words.typeCell}
					maxLength={8}
					autocomplete="off"
					autofocus
				/>
				<button type="submit" class="primary">
					{words.place}
				</button>
			</form>
		</Dialog>
	));
}

/** Placeholder with an empty board. */
function Loading() {
	return (
		<main class="play" id="content" tabIndex={-1} aria-busy="true">
			<div class="col left">
				<div class="card waiting">
					<div class="skel" style={{ width: "70%" }} />
					<div class="skel" style={{ width: "46%" }} />
				</div>
			</div>
			<div class="frame">
				<div class="field" />
			</div>
			<div class="col right">
				<div class="card waiting">
					<div class="skel" style={{ width: "60%" }} />
					<div class="skel" style={{ width: "80%" }} />
				</div>
			</div>
			<span class="vh">{t.value.loading}</span>
		</main>
	);
}
