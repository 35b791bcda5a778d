// The allowed kind of attack, and the result of each kind: fours, threes, every move.
import { decimals } from "../../i18n/numbers";
import { proveWords } from "../../i18n/prove";
import { Icon } from "../../kit/Icon";
import type { ProofAttack } from "../../wire/messages";
import { ATTACKS, type Attempt } from "./prover";

/** The result of a kind of attack. */
type StageState = "runs" | "none" | "found" | "spared" | "off" | "ahead";

export function stateOf({ attack, proof, stages, state, widest }: Attempt, kind: ProofAttack): StageState {
	const rank = (of: ProofAttack): number => ATTACKS.indexOf(of);
	if (proof?.attack === kind) return "found";
	if (state === "running" && attack === kind) return "runs";
	if (stages.some((stage) => stage.attack === kind)) return "none";
	if (proof?.attack && rank(proof.attack) < rank(kind)) return "spared";
	return rank(kind) > rank(widest) ? "off" : "ahead";
}

export const secondsText = (ms: number): string => `${decimals(ms / 1000, ms < 1_000 ? 2 : ms < 10_000 ? 1 : 0)} s`;

export function ProofStages({ attempt }: { attempt: Attempt }) {
	const words = proveWords.value;
	return (
		<ol class="stages" aria-label={words.mayPlay}>
			{ATTACKS.map((kind) => {
				const state = stateOf(attempt, kind);
				const time = secondsText(attempt.stages.find(({ attack }) => attack === kind)?.ms ?? 0);
				const said = {
					runs: words.stageRuns(time),
					none: words.stageNone(time),
					found: words.stageFound(time),
					spared: words.stageSpared,
					off: words.stageOff,
					ahead: "",
				}[state];
				return (
					<li key={kind} data-stage={state}>
						{state === "found" && <Icon name="check" size={14} />}
						{state === "none" && <Icon name="close" size={14} />}
						<span>
							<b>{words.attacks[kind]}</b> {said}
						</span>
					</li>
				);
			})}
		</ol>
	);
}
