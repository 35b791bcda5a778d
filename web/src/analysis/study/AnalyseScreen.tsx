// The analysis board: any position, moves with variations, engine lines, and the review of a game.
import "../../game/styles/game.css";
import "../prove/prove.css";
import "../thinking/styles/thinking.css";
import "./explorer.css";
import "./study.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Cell, nameOf } from "../../board/geometry";
import { takeDrops } from "../../browser/drops";
import { go, isLink } from "../../browser/router";
import { flip } from "../../browser/settings";
import { listen } from "../../browser/shortcuts";
import { threatens, toggleThreats } from "../../game/thinkingView";
import { t } from "../../i18n";
import { errorText } from "../../i18n/catalogue";
import { studyWords } from "../../i18n/study";
import { thinkingWords } from "../../i18n/thinking";
import { Icon } from "../../kit/Icon";
import { showLazy } from "../../kit/lazyDialog";
import { showMenu } from "../../kit/Menu";
import { toast } from "../../kit/toast";
import { choice } from "../../newgame/choice";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import { ApiError } from "../../wire/http";
import type { PositionEvaluation } from "../../wire/messages";
import { ProveCard } from "../prove/ProveCard";
import { Prover } from "../prove/prover";
import { LayersCard } from "../thinking/LayersCard";
import { fetchStudy, playFrom, readFile, writeSgf } from "./api";
import { EngineCard } from "./EngineCard";
import { EvaluationGraph } from "./EvaluationGraph";
import { ExplorerCard } from "./ExplorerCard";
import { lastReviewed } from "./gameReview";
import { KeptCard } from "./KeptCard";
import { StudyKeeper } from "./keeper";
import { Analysis, want, wish } from "./liveAnalysis";
import { MoveTreeCard } from "./MoveTreeCard";
import { ReviewCard } from "./ReviewCard";
import { ReviewStore } from "./reviewStore";
import { SetUpCard } from "./SetUpCard";
import { COLOURS, type Looked, StudyBoard } from "./StudyBoard";
import { blankStudy, emptyPosition, StudyStore } from "./studyStore";
import { TryCard } from "./TryCard";

export function AnalyseScreen({ room, study }: { room?: string; study?: string }) {
	const words = studyWords.value;
	const store = useMemo(() => new StudyStore(), []);
	const analysis = useMemo(() => new Analysis(store), []);
	const prover = useMemo(() => new Prover(), []);
	const reviewing = useMemo(() => new ReviewStore(store), []);
	const keeper = useMemo(
		() => new StudyKeeper(store, reviewing, () => toast({ text: studyWords.value.keptCopy, icon: "check" })),
		[],
	);
	const lost = useSignal(false);
	const looked = useSignal<Looked | null>(null);
	const walked = useSignal<Looked | null>(null);
	const choose = useSignal<((cell: Cell) => void) | null>(null);
	const sight = useSignal<PositionEvaluation | null>(null);
	useEffect(() => keeper.attend(), []);
	useEffect(() => prover.attend(), []);
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
		const stop = analysis.attend();
		const deaf = listen({
			",": () => store.back(),
			".": () => store.forward(),
			ArrowUp: () => store.sideways(-1),
			ArrowDown: () => store.sideways(1),
			Home: () => store.toStart(),
			End: () => store.toEnd(),
			m: () => flip("numbers"),
			c: () => flip("coordinates"),
			l: toggleThreats,
			t: () => want({ on: !wish.value.on }),
		});
		return () => {
			stop();
			deaf();
			reviewing.leave();
		};
	}, []);
	useEffect(() => {
		lost.value = false;
		if (study) {
			if (store.address.value?.id === study && keeper.isLoaded) return;
			// The first save gave this address while a new board was asked for: effects come later than addresses.
			if (!location.pathname.includes(study)) return;
			keeper.load(study).catch((error) => {
				if (error instanceof ApiError && error.reason === "unknown_room") lost.value = true;
				else toast({ text: errorText(error), bad: true });
			});
		} else if (room === "setup") {
			store.setUp();
			go("/analyse", true);
		} else if (room) {
			const found = isLink(room)
				? readFile(room).then(({ studies }) => keeper.start(studies[0]!))
				: fetchStudy(room).then(async (game) => {
						await keeper.start(game, game.result ? room : null);
						const known = lastReviewed.value;
						if (known?.room === room) reviewing.restore(known.review, known.cells);
					});
			found.catch((error) => toast({ text: errorText(error), bad: true }));
		} else if (store.address.value && !store.draft.value) go(`/study/${store.address.value.id}`, true);
	}, [room, study]);
	// A review or a proof has priority for the engine.
	useEffect(() => {
		analysis.rest.value = reviewing.running.value || !!prover.busy.value;
	}, [reviewing.running.value, prover.busy.value]);
	useEffect(() => {
		looked.value = null;
	}, [store.at.value, store.start.value]);
	const open = (dropped?: File) =>
		showLazy(async () => {
			const { OpenDialog } = await import("./OpenDialog");
			return () => <OpenDialog keeper={keeper} dropped={dropped} />;
		});
	useEffect(() => takeDrops(open), [store]);
	const save = async () => {
		try {
			const text = await writeSgf(store.study((node) => reviewing.remark(node)));
			const link = document.createElement("a");
			link.href = URL.createObjectURL(new Blob([text], { type: "application/x-go-sgf" }));
			link.download = `${words.saveName}.sgf`;
			link.click();
			setTimeout(() => URL.revokeObjectURL(link.href), 1000);
		} catch {
			toast({ text: t.value.failed, bad: true });
		}
	};
	const fresh = () => {
		const { rules, rows } = store.start.value;
		void keeper.start(blankStudy(emptyPosition(rules, rows[0]!.length, rows.length)));
	};
	const playOn = () => {
		const { level } = choice.value;
		const begin = (against: number | null) => async () => {
			try {
				await keeper.flush();
				go(`/game/${await playFrom(store.start.value, store.cells.value, against)}`);
			} catch (error) {
				toast({ text: errorText(error), bad: true });
			}
		};
		showMenu(words.playFrom, () => [
			{
				icon: "chip",
				label: words.playComputer(level),
				possible: !!view?.can_think,
				go: () => void begin(level)(),
			},
			{ icon: "people", label: t.value.twoPlayers, possible: true, go: () => void begin(null)() },
		]);
	};
	const draft = store.draft.value;
	const { black, white, date } = store.names.value;
	const view = store.view.value;
	const over = !draft && view && !view.to_move;
	if (lost.value)
		return (
			<main class="page" id="content" tabIndex={-1}>
				<div class="empty">
					<b>{words.noStudy}</b>
					{words.noStudyText}
					<a class="btn primary" href="/games">
						{t.value.games}
					</a>
				</div>
			</main>
		);
	return (
		<main class="analyse" id="content" tabIndex={-1}>
			<h1 class="vh">{words.title}</h1>
			<div class="col left">
				{draft ? (
					<SetUpCard store={store} draft={draft} />
				) : (
					<EngineCard
						store={store}
						analysis={analysis}
						onLook={(line) => {
							looked.value = line;
						}}
					/>
				)}
				{!draft && <TryCard store={store} analysis={analysis} />}
				{!draft && view?.can_think && (
					<ProveCard
						prover={prover}
						position={store.position.value}
						size={store.size.value}
						rest={reviewing.running.value}
						onShow={(line) => {
							walked.value = line;
						}}
						onChoose={(take) => {
							choose.value = take;
						}}
						onPlay={(cell) => void store.play(cell)}
						onAdd={(line) => void store.add(store.at.value, line)}
					/>
				)}
				<ReviewCard store={store} reviewing={reviewing} />
				<ExplorerCard
					store={store}
					onLook={(line) => {
						looked.value = line;
					}}
				/>
				{!draft && (
					<details class="legend-of">
						<summary>{words.layers}</summary>
						<LayersCard
							store={{
								side: (side) => t.value.stones[COLOURS[side]],
								name: (cell) => nameOf(cell, store.size.value),
								sight,
							}}
						/>
					</details>
				)}
			</div>
			<div class="mid">
				<StudyBoard
					store={store}
					analysis={analysis}
					looked={looked.value ?? walked.value}
					choose={choose.value}
					coach={reviewing.judged.value.get(store.at.value)?.coach ?? null}
					sight={sight}
				/>
				<EvaluationGraph store={store} analysis={analysis} reviewing={reviewing} />
			</div>
			<div class="col right">
				<div class="card tools-card">
					{!draft && <KeptCard keeper={keeper} />}
					{(date || black || white) && (
						<p class="who">
							{(black || white) && `${black || "?"} – ${white || "?"}`}
							{date && <small>{date}</small>}
						</p>
					)}
					{over && (
						<p class="who" role="status">
							<b>
								{view.winner
									? `${t.value.stones[view.winner === "X" ? "black" : "white"]} ${words.resultAt.win}`
									: words.resultAt.draw}
							</b>
						</p>
					)}
					<div class="acts4">
						<button type="button" onClick={() => open()}>
							<Icon name="search" />
							{words.open}
						</button>
						<button type="button" aria-pressed={!!draft} onClick={() => (draft ? store.discard() : store.setUp())}>
							<Icon name="pencil" />
							{words.setUp}
						</button>
						<button type="button" onClick={fresh}>
							<Icon name="plus" />
							{words.newStudy}
						</button>
						<button type="button" onClick={() => void save()}>
							<Icon name="save" />
							{words.save}
						</button>
					</div>
					<div class="row chips">
						<button type="button" class="chip" aria-pressed={threatens.value} onClick={toggleThreats}>
							{t.value.threats}
						</button>
						{!draft && view?.to_move && (
							<button type="button" class="chip" onClick={playOn}>
								<Icon name="play" size={15} />
								{words.playFrom}
							</button>
						)}
						{!draft && view?.can_think && store.address.value && (
							<button
								type="button"
								class="chip"
								onClick={() =>
									void keeper.flush().then(() => go(`/study/${store.address.value!.id}/tree/${store.place.value}`))
								}
							>
								<Icon name="tree" size={15} />
								{thinkingWords.value.openTree}
							</button>
						)}
					</div>
				</div>
				<MoveTreeCard store={store} reviewing={reviewing} />
			</div>
		</main>
	);
}
