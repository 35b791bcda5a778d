// "How it thinks": a tour of the search for beginners. Every figure is computed by the engine.
import "../../styles/pages.css";
import "../../analysis/thinking/styles/thinking.css";
import "./lessons.css";
import { useEffect } from "preact/hooks";
import { lessonWords } from "../../i18n/lessons";
import { catalogue, fetchCatalogue } from "../../wire/catalogue";
import { AlphaBeta } from "./AlphaBeta";
import { Deepening, TableFigure } from "./Deepening";
import { Patterns, ThreatsFigure } from "./Evaluation";
import { LessonSection } from "./lessonParts";
import { Minimax } from "./Minimax";

const NAMES = ["minimax", "alpha-beta", "patterns", "threats", "deepening", "table"] as const;

export function LessonsScreen() {
	const words = lessonWords.value;
	useEffect(() => {
		if (!catalogue.value) void fetchCatalogue();
	}, []);
	return (
		<main class="page lessons" id="content" tabIndex={-1}>
			<h1>{words.title}</h1>
			<p class="lead">{words.lead}</p>
			<nav class="row contents" aria-label={words.contents}>
				{NAMES.map((name, i) => (
					<a class="chip" key={name} href={`#${name}`}>
						{i + 1}. {words.names[i]}
					</a>
				))}
			</nav>
			<LessonSection name="minimax" number={1} text={words.minimax}>
				{(lesson) => <Minimax lesson={lesson} />}
			</LessonSection>
			<LessonSection name="alpha-beta" number={2} text={words.alphabeta}>
				{(lesson) => <AlphaBeta lesson={lesson} />}
			</LessonSection>
			<LessonSection name="patterns" number={3} text={words.patterns}>
				{(lesson) => <Patterns lesson={lesson} />}
			</LessonSection>
			<LessonSection name="threats" number={4} text={words.threats}>
				{(lesson) => <ThreatsFigure lesson={lesson} />}
			</LessonSection>
			<LessonSection name="deepening" number={5} text={words.deepening}>
				{(lesson) => <Deepening lesson={lesson} />}
			</LessonSection>
			<LessonSection name="table" number={6} text={words.table}>
				{(lesson) => <TableFigure lesson={lesson} />}
			</LessonSection>
			<div class="row after">
				<a class="btn primary" href="/analyse">
					{words.more}
				</a>
				<span class="lab">{words.moreText}</span>
			</div>
		</main>
	);
}
