// The analysis board: any position, moves with variations, engine lines, and the review of a game.
import "../../game/styles/game.css";
import "../prove/prove.css";
import "../thinking/styles/thinking.css";
import "./explorer/explorer.css";
import "./styles/study.css";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type Cell, nameOf } from "../../board/geometry";
import { mirrored, turned } from "../../board/turn";
import { takeDrops } from "../../browser/drops";
import { collectedId, go, isLink } from "../../browser/router";
import { flip } from "../../browser/settings";
import { listen } from "../../browser/shortcuts";
import { beginFrom } from "../../game/origin";
import { toggleThreats } from "../../game/thinkingView";
import { t } from "../../i18n";
import { errorText } from "../../i18n/catalogue";
import { proveWords } from "../../i18n/prove";
import { studyWords } from "../../i18n/study";
import { Icon, type IconName } from "../../kit/Icon";
import { LateIcon } from "../../kit/LateIcon";
import { showLazy } from "../../kit/lazyDialog";
import { showMenu } from "../../kit/Menu";
import { toast } from "../../kit/toast";
import { choice } from "../../newgame/choice";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import { fetchCollected } from "../../wire/collection";
import { ApiError } from "../../wire/http";
import type { ExplorerReply, Letter, PositionEvaluation } from "../../wire/messages";
import { ProveCard } from "../prove/ProveCard";
import { beginning, cellsOf } from "../prove/proofWalk";
import { Prover } from "../prove/prover";
import { Because, inSight } from "../thinking/panel/WhyCard";
import { fetchStudy, playFrom, readFile, writeSgf } from "./api";
import { EngineCard } from "./engine/EngineCard";
import { EvalBar } from "./engine/EvalBar";
import { Analysis, changeEngine, engineSettings } from "./engine/liveAnalysis";
import { TryCard } from "./engine/TryCard";
import { AdviceCard } from "./explorer/AdviceCard";
import { StudyKeeper } from "./keeper";
import { type Leaf, MoveTreeCard } from "./MoveTreeCard";
import { endOf, pathTo } from "./moveTree";
import { CoachCard, isOpening, type Question } from "./review/CoachCard";
import { EvaluationGraph } from "./review/EvaluationGraph";
import { blackChance } from "./review/evaluation";
import { QUICK_MS } from "./review/gameReview";
import { ReviewStore } from "./review/reviewStore";
import { SetUpCard } from "./SetUpCard";
import { COLOURS, type Looked, StudyBoard } from "./StudyBoard";
import { copyAddress, StudyHead } from "./StudyHead";
import { blankStudy, emptyPosition, StudyStore } from "./studyStore";

export function AnalyseScreen({ room, study }: { room?: string; study?: string }) {
	const words = studyWords.value;
	const store = useMemo(() => new StudyStore(), []);
	const analysis = useMemo(() => new Analysis(store), []);
	const prover = useMemo(() => new Prover(), []);
	const reviewing = useMemo(() => new ReviewStore(store), []);
	const keeper = useMemo(
		() => new StudyKeeper(store, reviewing, prover, () => toast({ text: studyWords.value.keptCopy, icon: "check" })),
		[],
	);
	const lost = useSignal(false);
	const looked = useSignal<Looked | null>(null);
	const walked = useSignal<Looked | null>(null);
	const choose = useSignal<((cell: Cell) => void) | null>(null);
	const sight = useSignal<PositionEvaluation | null>(null);
	const unrolled = useSignal(false);
	const question = useSignal<Question | null>(null);
	const leaf = useSignal<Leaf>("moves");
	const explored = useSignal<readonly ExplorerReply[] | null>(null);
	/** What a phone shows under the coach. */
	const sheet = useSignal<"lines" | "moves">("moves");
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
			o: () => store.lay(turned),
			v: () => store.lay(mirrored),
			l: toggleThreats,
			t: () => changeEngine({ on: !engineSettings.value.on }),
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
			// The first save set this address while a new board was requested: effects run later than addresses change.
			if (!location.pathname.includes(study)) return;
			keeper.load(study).catch((error) => {
				if (error instanceof ApiError && error.reason === "unknown_room") lost.value = true;
				else toast({ text: errorText(error), bad: true });
			});
		} else if (room === "setup") {
			store.setUp();
			go("/analyse", true);
		} else if (room) {
			const collected = collectedId(room);
			const found = isLink(room)
				? readFile(room).then(({ studies }) => keeper.start(studies[0]!))
				: collected
					? fetchCollected(collected).then((game) => keeper.start(game))
					: fetchStudy(room).then((game) => keeper.start(game, game.result ? room : null));
			found.catch((error) => toast({ text: errorText(error), bad: true }));
		} else if (store.address.value && !store.draft.value) go(`/study/${store.address.value.id}`, true);
	}, [room, study]);
	// A game that was reviewed after its end, or from the same moves, has its review. That of others is left as they keep it.
	useEffect(() => {
		if (keeper.mine.value) reviewing.recall(QUICK_MS).catch(() => {});
	}, [store.opened.value]);
	// A review or a proof has priority for the engine.
	useEffect(() => {
		analysis.rest.value = reviewing.running.value || !!prover.busy.value;
	}, [reviewing.running.value, prover.busy.value]);
	// A requested review is shown when it arrives.
	const waited = useRef(false);
	useEffect(() => {
		if (waited.current && reviewing.fits.value) leaf.value = "review";
		waited.current = reviewing.running.value;
	}, [reviewing.running.value]);
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
	const figure = () => {
		const tree = store.tree.value;
		const path = pathTo(tree, endOf(tree, store.at.value));
		const line = {
			start: store.start.value,
			moves: path.map((node) => tree[node]!.cell!),
			ply: store.cells.value.length,
			letters: [0, ...path].map((node) => tree[node]!.letters),
			keep: (ply: number, letters: Letter[]) => store.letter([0, ...path][ply]!, letters),
		};
		showLazy(async () => {
			const { FigureDialog } = await import("../../figure/FigureDialog");
			return () => <FigureDialog line={line} />;
		});
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
				const game = await playFrom(store.start.value, store.cells.value, against);
				if (store.address.value) beginFrom(game, store.address.value.id);
				go(`/game/${game}`);
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
	const view = store.view.value;
	const position = store.position.value;
	const proof = question.value === "prove" ? prover.of(position)?.proof : null;
	const isUnrolled = unrolled.value && !draft && !!proof && beginning(proof) !== null;
	const focus = useMemo(() => (isUnrolled ? cellsOf(proof!) : undefined), [isUnrolled, proof]);
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
	const thought = analysis.thought.value;
	const info = thought?.position === position ? thought.infos.at(-1) : undefined;
	const judged = reviewing.judged.value.get(store.at.value);
	const ask = (name: Question) => {
		unrolled.value = false;
		if (question.value === name) {
			question.value = null;
			return;
		}
		question.value = name;
		if (name === "why") changeEngine({ on: true });
		if (name === "prove" && !prover.of(position)) prover.start(position, store.cells.value);
		// Once it is there.
		if (name !== "try")
			requestAnimationFrame(() => inSight(document.querySelector(".analyse :is(.prove, .whycard, .advice-card)")));
	};
	const named = {
		side: (side: "X" | "O") => t.value.stones[COLOURS[side]],
		name: (cell: Cell) => nameOf(cell, store.size.value),
	};
	const look = (line: Looked | null) => {
		looked.value = line;
	};
	const steps = (icon: IconName, label: string, off: boolean, act: () => void) => (
		<button type="button" class="quiet" disabled={off} onClick={act}>
			<Icon name={icon} size={20} />
			{label}
		</button>
	);
	const sheets = (name: "lines" | "moves", icon: ComponentChildren, label: string) => (
		<button
			type="button"
			class="quiet"
			aria-pressed={sheet.value === name}
			onClick={() => {
				sheet.value = name;
				inSight(document.querySelector(name === "lines" ? ".analyse .engine" : ".analyse .tree"));
			}}
		>
			{icon}
			{label}
		</button>
	);
	return (
		<main
			class="analyse"
			id="content"
			tabIndex={-1}
			data-sheet={sheet.value}
			data-leaf={leaf.value}
			data-unrolled={isUnrolled}
		>
			<h1 class="vh">{words.title}</h1>
			<div class="mid">
				<EvalBar chance={draft ? null : blackChance({ position, info, judged, winner: view?.winner ?? null })} />
				<StudyBoard
					store={store}
					analysis={analysis}
					looked={looked.value ?? walked.value}
					proving={!looked.value && !!walked.value}
					focus={focus}
					explored={explored.value}
					choose={choose.value}
					judged={judged ?? null}
					sight={sight}
				/>
			</div>
			<div class="desk">
				<StudyHead
					keeper={keeper}
					onOpen={() => open()}
					onNew={fresh}
					onSave={() => void save()}
					onFigure={draft ? null : figure}
				/>
				{draft ? (
					<SetUpCard store={store} draft={draft} />
				) : (
					<>
						<CoachCard
							store={store}
							analysis={analysis}
							reviewing={reviewing}
							prover={prover}
							question={question}
							onAsk={ask}
							onPlay={playOn}
							onTree={
								view?.can_think && store.address.value
									? () =>
											void keeper.flush().then(() => go(`/study/${store.address.value!.id}/tree/${store.place.value}`))
									: null
							}
						/>
						{view?.can_think && question.value === "prove" && (
							<ProveCard
								prover={prover}
								position={position}
								path={store.cells.value}
								size={store.size.value}
								unrolled={unrolled}
								rest={reviewing.running.value}
								onShow={(line) => {
									walked.value = line;
								}}
								onChoose={(take) => {
									choose.value = take;
								}}
								onPlay={(cell) => void store.play(cell)}
								onAdd={(line) => void store.add(store.at.value, line)}
								onShare={
									store.address.value && keeper.access.value !== "private"
										? () => void keeper.flush().then(() => copyAddress(store.address.value!.id))
										: null
								}
							/>
						)}
						{view?.can_think && question.value === "try" && <TryCard store={store} analysis={analysis} />}
						{view?.can_think && question.value === "advice" && isOpening(store) && <AdviceCard store={store} />}
						{view?.can_think && question.value === "why" && (
							<section class="card whycard" aria-live="polite">
								{/* The search continues while the position is shown: its reasons are those of the depth reached. */}
								<Because
									named={named}
									thought={info ? { position, side: position.to_move, live: false } : null}
									info={info}
									isFair
								/>
							</section>
						)}
						<EngineCard store={store} analysis={analysis} sight={sight} onLook={look} />
					</>
				)}
				<MoveTreeCard
					store={store}
					reviewing={reviewing}
					leaf={leaf}
					analysis={analysis}
					explored={explored}
					onLook={look}
				/>
				<EvaluationGraph store={store} analysis={analysis} reviewing={reviewing} />
			</div>
			<nav class="pacts" aria-label={words.moves}>
				{steps("back", words.stepBack, store.at.value === 0, () => store.back())}
				{sheets("lines", <LateIcon name="layers" size={20} />, words.lines)}
				<button
					type="button"
					class="primary"
					disabled={!view?.can_think}
					aria-pressed={question.value === "prove"}
					onClick={() => ask("prove")}
				>
					<LateIcon name="shield" size={18} />
					{proveWords.value.title}
				</button>
				{sheets("moves", <Icon name="tree" size={20} />, words.moves)}
				{steps("forward", words.stepNext, !store.tree.value[store.at.value]!.children.length, () => store.forward())}
			</nav>
		</main>
	);
}
