// The analysis board: any position, moves with variations, engine lines, and the review of a game.
import "../../game/styles/game.css";
import "../thinking/styles/thinking.css";
import "./study.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { takeDrops } from "../../browser/drops";
import { go, isLink } from "../../browser/router";
import { flip } from "../../browser/settings";
import { listen } from "../../browser/shortcuts";
import { threatens, toggleThreats } from "../../game/thinkingView";
import { t } from "../../i18n";
import { errorText } from "../../i18n/catalogue";
import { studyWords } from "../../i18n/study";
import { Icon } from "../../kit/Icon";
import { showLazy } from "../../kit/lazyDialog";
import { toast } from "../../kit/toast";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import { fetchStudy, readFile, writeSgf } from "./api";
import { EngineCard } from "./EngineCard";
import { EvaluationGraph } from "./EvaluationGraph";
import { Analysis, want, wish } from "./liveAnalysis";
import { MoveTreeCard } from "./MoveTreeCard";
import { ReviewCard } from "./ReviewCard";
import { ReviewStore } from "./reviewStore";
import { SetUpCard } from "./SetUpCard";
import { type Looked, StudyBoard } from "./StudyBoard";
import { emptyPosition, StudyStore } from "./studyStore";

export function AnalyseScreen({ room }: { room?: string }) {
	const words = studyWords.value;
	const store = useMemo(() => new StudyStore(), []);
	const analysis = useMemo(() => new Analysis(store), []);
	const reviewing = useMemo(() => new ReviewStore(store), []);
	const looked = useSignal<Looked | null>(null);
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
		if (!room) return;
		if (room === "setup") {
			store.setUp();
			go("/analyse", true);
			return;
		}
		const found = isLink(room) ? readFile(room).then(({ studies }) => studies[0]!) : fetchStudy(room);
		found.then(
			(study) => {
				store.open(study);
				go("/analyse", true);
			},
			(error) => {
				toast({ text: errorText(error), bad: true });
			},
		);
	}, [room]);
	// The review has priority for the engine.
	useEffect(() => {
		analysis.rest.value = reviewing.running.value;
	}, [reviewing.running.value]);
	useEffect(() => {
		looked.value = null;
	}, [store.at.value, store.start.value]);
	const open = (dropped?: File) =>
		showLazy(async () => {
			const { OpenDialog } = await import("./OpenDialog");
			return () => <OpenDialog store={store} dropped={dropped} />;
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
		const before = store.study();
		const at = store.at.value;
		const { rules, rows } = store.start.value;
		store.reset(emptyPosition(rules, rows[0]!.length, rows.length));
		if (before.nodes.length > 1)
			toast({
				text: words.newStudy,
				way: {
					label: t.value.undo,
					go: () => {
						store.open({ ...before, dropped: 0 });
						store.go(at);
					},
				},
			});
	};
	const draft = store.draft.value;
	const { black, white, title, date } = store.names.value;
	const view = store.view.value;
	const over = !draft && view && !view.to_move;
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
				<ReviewCard store={store} reviewing={reviewing} />
			</div>
			<div class="mid">
				<StudyBoard store={store} analysis={analysis} looked={looked.value} />
				<EvaluationGraph store={store} analysis={analysis} reviewing={reviewing} />
			</div>
			<div class="col right">
				<div class="card tools-card">
					{(title || black || white) && (
						<p class="who">
							{title && <b>{title}</b>}
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
							{words.layers}
						</button>
					</div>
				</div>
				<MoveTreeCard store={store} reviewing={reviewing} />
			</div>
		</main>
	);
}
