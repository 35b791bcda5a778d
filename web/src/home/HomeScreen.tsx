// The home screen: the new-game form beside a board.
import "../newgame/form.css";
import "./home.css";
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { go, preload } from "../browser/router";
import { whenSettled } from "../browser/settled";
import { compact, phone } from "../browser/viewport";
import { t } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { Icon } from "../kit/Icon";
import { showLazy } from "../kit/lazyDialog";
import { toast } from "../kit/toast";
import { choice, createFrom } from "../newgame/choice";
import { type LevelParts, Levels, Looks, Names, Opponents } from "../newgame/Players";
import { Rules } from "../newgame/Rules";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import { fetchGames } from "../wire/games";
import type { RoomSummary } from "../wire/messages";
import { connection } from "../wire/socket";
import { askForMinute, minute } from "./firstVisit";
import { HeroBoard } from "./HeroBoard";

/** The first minute: on the board, and its card. */
interface Stage {
	Board: ComponentType;
	Card: ComponentType;
}

export function HomeScreen({ onSurprise }: { onSurprise: () => void }) {
	const words = t.value;
	const unfinished = useSignal<{ Card: ComponentType<{ line: RoomSummary }>; line: RoomSummary } | null>(null);
	/** The start that waits for the server; null for none. */
	const starting = useSignal<AbortController | null>(null);
	/** The live panel, and the part beside the level; loaded after the screen. */
	const life = useSignal<{ Life: ComponentType } | null>(null);
	const level = useSignal<LevelParts | null>(null);
	/** The first minute, once it is loaded. */
	const stage = useSignal<Stage | null>(null);
	useEffect(() => {
		const why = minute.value;
		stage.value = null;
		if (!why) return;
		const load = async () => {
			try {
				stage.value = await (await import("./FirstMinute")).open(why === "asked");
			} catch {
				// The board stays a picture.
			}
		};
		return whenSettled(load, why === "asked" ? 0 : undefined);
	}, [minute.value]);
	useEffect(() => {
		connection.start();
		fetchCatalogue().catch(() => toast({ text: t.value.failed, bad: true }));
		// Without a connection the screen works without these.
		const findUnfinished = async () => {
			const [line] = (await fetchGames({ phase: "playing", limit: 1 })).games;
			if (line) unfinished.value = { Card: (await import("./ContinueCard")).ContinueCard, line };
		};
		findUnfinished().catch(() => {});
		const stopWaiting = whenSettled(async () => {
			try {
				level.value = await import("../newgame/LevelMatch");
				life.value = await import("./Life");
			} catch {}
		});
		return () => {
			stopWaiting();
			starting.value?.abort();
		};
	}, []);
	const start = async (event: SubmitEvent) => {
		event.preventDefault();
		if (starting.value) return;
		const attempt = new AbortController();
		starting.value = attempt;
		try {
			const table = preloadGame();
			const { room } = await connection.ask(createFrom(choice.value, catalogue.value), attempt.signal);
			await table;
			go(`/game/${room}`);
		} catch (error) {
			if (!attempt.signal.aborted) toast({ text: errorText(error), bad: true });
		} finally {
			starting.value = null;
		}
	};
	const opponents = <Opponents key="opponents" />;
	const players =
		choice.value.opponent === "two" ? (
			<Names key="players" />
		) : (
			<Levels key="players" parts={level.value} onNew={askForMinute} />
		);
	return (
		<main class={minute.value ? "home first" : "home"} id="content" tabIndex={-1}>
			<a class="skip" href="#start">
				{words.skipToStart}
			</a>
			<section class="hero">
				<div class="txt">
					<h1>
						{words.heroFirst}
						<br />
						<em>{words.heroSecond}</em>
					</h1>
					<p>{words.heroText}</p>
				</div>
				<HeroBoard>{stage.value && <stage.value.Board />}</HeroBoard>
				{stage.value && <stage.value.Card />}
				<div class="float">
					{unfinished.value && <unfinished.value.Card line={unfinished.value.line} />}
					<a class="card online" href="/rooms">
						<Icon name="people" size={22} />
						<span>
							<b>{words.playOnline}</b>
							<small>{words.playOnlineText}</small>
						</span>
					</a>
				</div>
			</section>
			<form class="form" aria-label={words.newGame} onSubmit={start}>
				<div class="row between">
					<h2>{words.newGame}</h2>
					<button type="button" class="icon paw" aria-label={words.surprise} onClick={onSurprise}>
						<Icon name="paw" size={22} />
					</button>
				</div>
				{/* Beside the first minute a phone has room for one row: the level. */}
				{compact.value && minute.value ? [players, opponents] : [opponents, players]}
				<Looks />
				<Rules />
				<div class="go" onPointerEnter={preloadGame} onFocusIn={preloadGame}>
					{phone.value && <div class="goings">{life.value && <life.value.Life />}</div>}
					{starting.value && connection.state.value === "lost" && (
						<div class="waits" role="status">
							<span>
								{words.startWaits} <a href="/learn">{words.readRules}</a>
							</span>
							<button type="button" onClick={() => starting.value?.abort()}>
								{words.cancel}
							</button>
						</div>
					)}
					<button type="submit" id="start" class="primary big" disabled={!!starting.value}>
						{starting.value ? words.starting : words.start}
					</button>
					<div class="alt">
						<button type="button" class="quiet" onClick={openFile}>
							<Icon name="share" size={17} />
							{words.openFile}
						</button>
						<a class="btn quiet" href="/analyse/setup">
							<Icon name="pencil" size={17} />
							{words.setUp}
						</a>
					</div>
				</div>
			</form>
			{!phone.value && life.value && <life.value.Life />}
		</main>
	);
}

const preloadGame = (): Promise<unknown> => preload("game");

const openFile = (): void =>
	showLazy(async () => {
		const { ImportDialog } = await import("../games/ImportDialog");
		return () => <ImportDialog />;
	});
