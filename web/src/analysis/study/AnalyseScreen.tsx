// The analysis board: any position, moves with variations, the computer's lines, and the review of a whole game.
import "../../game/game.css";
import "../thinking/thinking.css";
import "./study.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { go } from "../../browser/router";
import { flip } from "../../browser/settings";
import { listen } from "../../browser/shortcuts";
import { reasonText } from "../../game/names";
import { threatens, toggleThreats } from "../../game/thinkingView";
import { t } from "../../i18n";
import { Icon } from "../../kit/Icon";
import { later } from "../../kit/lazyDialog";
import { toast } from "../../kit/toast";
import { ApiError, catalogue, fetchCatalogue } from "../../wire/http";
import { sgfOf, studyOf } from "./api";
import { Engine } from "./EngineCard";
import { Graph } from "./EvaluationGraph";
import { Analysis, want, wish } from "./liveAnalysis";
import { Moves } from "./MoveTreeCard";
import { ReviewCard } from "./ReviewCard";
import { Reviewing } from "./reviewStore";
import { SetUp } from "./SetUpCard";
import { type Looked, StudyBoard } from "./StudyBoard";
import { Desk, emptyPosition } from "./studyStore";
import { w } from "./words";

export function AnalyseScreen({ room }: { room?: string }) {
	const words = w.value;
	const desk = useMemo(() => new Desk(), []);
	const analysis = useMemo(() => new Analysis(desk), []);
	const reviewing = useMemo(() => new Reviewing(desk), []);
	const looked = useSignal<Looked | null>(null);
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
		const stop = analysis.attend();
		const deaf = listen({
			",": () => desk.back(),
			".": () => desk.forward(),
			ArrowUp: () => desk.sideways(-1),
			ArrowDown: () => desk.sideways(1),
			Home: () => desk.toStart(),
			End: () => desk.toEnd(),
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
			desk.setUp();
			go("/analyse", true);
			return;
		}
		studyOf(room).then(
			(study) => {
				desk.open(study);
				go("/analyse", true);
			},
			(error) => {
				toast({ text: error instanceof ApiError ? reasonText(error.reason) : t.value.failed, bad: true });
			},
		);
	}, [room]);
	// The review needs the engine more than the position shown does.
	useEffect(() => {
		analysis.rest.value = reviewing.running.value;
	}, [reviewing.running.value]);
	useEffect(() => {
		looked.value = null;
	}, [desk.at.value, desk.start.value]);
	const open = () =>
		later(async () => {
			const { OpenDialog } = await import("./OpenDialog");
			return () => <OpenDialog desk={desk} />;
		});
	const save = async () => {
		try {
			const text = await sgfOf(desk.study((node) => reviewing.remark(node)));
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
		const before = desk.study();
		const at = desk.at.value;
		const { rules, rows } = desk.start.value;
		desk.reset(emptyPosition(rules, rows[0]!.length, rows.length));
		if (before.nodes.length > 1)
			toast({
				text: words.newStudy,
				way: {
					label: t.value.undo,
					go: () => {
						desk.open({ ...before, dropped: 0 });
						desk.go(at);
					},
				},
			});
	};
	const draft = desk.draft.value;
	const { black, white, title } = desk.names.value;
	const view = desk.view.value;
	const over = !draft && view && !view.to_move;
	return (
		<main class="analyse" id="content" tabIndex={-1}>
			<h1 class="vh">{words.title}</h1>
			<div class="col left">
				{draft ? (
					<SetUp desk={desk} draft={draft} />
				) : (
					<Engine
						desk={desk}
						analysis={analysis}
						onLook={(line) => {
							looked.value = line;
						}}
					/>
				)}
				<ReviewCard desk={desk} reviewing={reviewing} />
			</div>
			<div class="mid">
				<StudyBoard desk={desk} analysis={analysis} looked={looked.value} />
				<Graph desk={desk} analysis={analysis} reviewing={reviewing} />
			</div>
			<div class="col right">
				<div class="card tools-card">
					{(title || black || white) && (
						<p class="who">
							{title && <b>{title}</b>}
							{(black || white) && `${black || "?"} – ${white || "?"}`}
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
						<button type="button" onClick={open}>
							<Icon name="search" />
							{words.open}
						</button>
						<button type="button" aria-pressed={!!draft} onClick={() => (draft ? desk.discard() : desk.setUp())}>
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
				<Moves desk={desk} reviewing={reviewing} />
			</div>
		</main>
	);
}
