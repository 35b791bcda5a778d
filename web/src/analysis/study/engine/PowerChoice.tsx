// Threads and memory of the analysis, within what the server allows.
import { studyWords } from "../../../i18n/study";
import type { EnginePower } from "../../../wire/messages";
import { changeEngine, engineSettings, most } from "./liveAnalysis";

/** The choices up to a limit: powers of two, and the limit itself. */
export function stepsTo(limit: number, least = 1): number[] {
	const steps = [];
	for (let step = least; step < limit; step *= 2) steps.push(step);
	return [...steps, limit];
}

/** Least memory on offer, in megabytes. */
const LEAST_MEMORY = 8;

export function PowerChoice() {
	const words = studyWords.value;
	const allowed = most.value;
	if (!allowed) return null;
	const threads = stepsTo(allowed.threads);
	const memory = stepsTo(allowed.memory, LEAST_MEMORY);
	if (threads.length === 1 && memory.length === 1) return null;
	const now = engineSettings.value.power ?? allowed;
	const put = (changes: Partial<EnginePower>) => {
		const power = { ...now, ...changes };
		// The maximum is stored as no preference: if the server later allows more, more is used.
		changeEngine({ power: power.threads >= allowed.threads && power.memory >= allowed.memory ? null : power });
	};
	const select = (name: keyof EnginePower, label: string, steps: number[], text: (n: number) => string) => (
		<label class="row between">
			<span class="lab">{label}</span>
			<select
				value={String(Math.min(now[name], allowed[name]))}
				onChange={(event) => put({ [name]: Number(event.currentTarget.value) })}
			>
				{[...new Set([...steps, Math.min(now[name], allowed[name])])]
					.sort((a, b) => a - b)
					.map((step) => (
						<option key={step} value={step}>
							{text(step)}
						</option>
					))}
			</select>
		</label>
	);
	return (
		<details class="power">
			<summary>{words.power}</summary>
			{select("threads", words.threads, threads, String)}
			{select("memory", words.memory, memory, words.megabytes)}
		</details>
	);
}
