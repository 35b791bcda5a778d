// Parts of a lesson: text, and figures loaded when scrolled into view.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { still } from "../../browser/settings";
import { lessonWords } from "../../i18n/lessons";
import { Icon } from "../../kit/Icon";
import { getJson } from "../../wire/http";
import type { Lesson } from "../../wire/messages";

interface LessonProps {
	name: string;
	number: number;
	text: readonly string[];
	children: (lesson: Lesson) => ComponentChildren;
}

export function LessonSection({ name, number, text, children }: LessonProps) {
	const words = lessonWords.value;
	const box = useRef<HTMLElement>(null);
	const [lesson, setLesson] = useState<Lesson | null>(null);
	const [failed, setFailed] = useState(false);
	const fetchIt = () => {
		setFailed(false);
		getJson<Lesson>(`/api/lessons/${name}`).then(setLesson, () => setFailed(true));
	};
	useEffect(() => {
		const observer = new IntersectionObserver(
			(entries) => {
				if (!entries.some((entry) => entry.isIntersecting)) return;
				observer.disconnect();
				fetchIt();
			},
			{ rootMargin: "300px" },
		);
		observer.observe(box.current!);
		return () => observer.disconnect();
	}, []);
	return (
		<section class="chapter" id={name} ref={box} aria-busy={!lesson && !failed}>
			<div class="text">
				<span class="lab">{number}</span>
				<h2>{words.names[number - 1]}</h2>
				{text.map((paragraph) => (
					<p key={paragraph}>{paragraph}</p>
				))}
			</div>
			<div class="card figure">
				{lesson ? (
					children(lesson)
				) : failed ? (
					<p role="alert">
						{words.failed}{" "}
						<button type="button" class="small" onClick={fetchIt}>
							{words.retry}
						</button>
					</p>
				) : (
					<p class="lab">{words.waiting}</p>
				)}
			</div>
		</section>
	);
}

/** Between two steps of an animation. */
const STEP_MS = 420;

/** Steps of an animation: playing, paused, or one by one. With reduced motion it shows the last step. */
export function useSteps(count: number): { step: number; controls: ComponentChildren } {
	const words = lessonWords.value;
	const [step, setStep] = useState(() => (still() ? count : 0));
	const [running, setRunning] = useState(false);
	useEffect(() => {
		if (!running) return;
		if (step >= count) {
			setRunning(false);
			return;
		}
		const timer = setTimeout(() => setStep(step + 1), STEP_MS);
		return () => clearTimeout(timer);
	}, [running, step]);
	const go = (to: number) => {
		setRunning(false);
		setStep(Math.max(0, Math.min(count, to)));
	};
	const controls = (
		<div class="steps row">
			<button type="button" class="icon" aria-label={words.restart} title={words.restart} onClick={() => go(0)}>
				<Icon name="first" />
			</button>
			<button
				type="button"
				class="icon"
				aria-label={words.back}
				title={words.back}
				disabled={step === 0}
				onClick={() => go(step - 1)}
			>
				<Icon name="back" />
			</button>
			<button
				type="button"
				onClick={() => {
					if (!running && step >= count) setStep(0);
					setRunning(!running);
				}}
			>
				<Icon name={running ? "pause" : "play"} />
				{running ? words.pause : words.play}
			</button>
			<button
				type="button"
				class="icon"
				aria-label={words.on}
				title={words.on}
				disabled={step === count}
				onClick={() => go(step + 1)}
			>
				<Icon name="forward" />
			</button>
			<input
				type="range"
				class="slider"
				min={0}
				max={count}
				value={step}
				aria-label={words.stepOf(step, count)}
				style={{ "--v": `${(100 * step) / Math.max(1, count)}%` }}
				onInput={(event) => go(Number(event.currentTarget.value))}
			/>
		</div>
	);
	return { step, controls };
}
