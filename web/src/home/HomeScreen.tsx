// The home screen: the new-game form beside a board.
import "../newgame/form.css";
import "./home.css";
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { go, preload } from "../browser/router";
import { t } from "../i18n";
import { errorText } from "../i18n/catalogue";
import { Icon } from "../kit/Icon";
import { showLazy } from "../kit/lazyDialog";
import { toast } from "../kit/toast";
import { choice, createFrom } from "../newgame/choice";
import { Levels, Looks, Names, Opponents } from "../newgame/Players";
import { Rules } from "../newgame/Rules";
import { catalogue, fetchCatalogue } from "../wire/catalogue";
import { fetchGames } from "../wire/games";
import type { RoomSummary } from "../wire/messages";
import { connection } from "../wire/socket";
import { ContinueCard } from "./ContinueCard";
import { HeroBoard } from "./HeroBoard";

export function HomeScreen({ onSurprise }: { onSurprise: () => void }) {
	const words = t.value;
	const unfinished = useSignal<RoomSummary | null>(null);
	/** The start that waits for the server; null for none. */
	const starting = useSignal<AbortController | null>(null);
	/** What goes on; it comes when the screen stands. */
	const life = useSignal<{ Life: ComponentType } | null>(null);
	useEffect(() => {
		connection.start();
		fetchCatalogue().catch(() => toast({ text: t.value.failed, bad: true }));
		fetchGames({ phase: "playing", limit: 1 }).then(
			({ games }) => {
				unfinished.value = games[0] ?? null;
			},
			() => {},
		);
		const stopWaiting = whenSettled(async () => {
			try {
				life.value = await import("./Life");
			} catch {
				// Without a connection the screen does without.
			}
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
	return (
		<main class="home" id="content" tabIndex={-1}>
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
				<HeroBoard />
				<div class="float">
					{unfinished.value && <ContinueCard line={unfinished.value} />}
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
				<Opponents />
				{choice.value.opponent === "two" ? <Names /> : <Levels />}
				<Looks />
				<Rules />
				<div class="go" onPointerEnter={preloadGame} onFocusIn={preloadGame}>
					{starting.value && connection.line.value === "lost" && (
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
			{life.value && <life.value.Life />}
		</main>
	);
}

/** Do something once: with the visitor's first move, or after three seconds. Returns what calls it off. */
function whenSettled(act: () => void): () => void {
	const signs = ["pointermove", "pointerdown", "keydown", "scroll"];
	const stop = () => {
		clearTimeout(timer);
		for (const sign of signs) removeEventListener(sign, begin);
	};
	const begin = () => {
		stop();
		act();
	};
	const timer = setTimeout(begin, 3000);
	for (const sign of signs) addEventListener(sign, begin, { passive: true });
	return stop;
}

const preloadGame = (): Promise<unknown> => preload("game");

const openFile = (): void =>
	showLazy(async () => {
		const { ImportDialog } = await import("../games/ImportDialog");
		return () => <ImportDialog />;
	});
